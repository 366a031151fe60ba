import StrictJSON

/// The headers of a request to a broadcast channel (Apple, Sending broadcast push notification requests to APNs).
///
/// The bundle id is part of the request's path, without a suffix; a broadcast has no topic.
public struct BroadcastHeaders: Sendable, Hashable {
    /// The maximum size of a broadcast, in bytes of JSON.
    public static let maximumByteCount = 5_120

    /// The channel's id in base64, as APNs returned it, `apns-channel-id`.
    public let channelID: String

    /// The delivery priority, `apns-priority`; required.
    public let priority: Priority

    /// The end of delivery attempts, in UNIX seconds, `apns-expiration`; required, and 0 on a channel without storage.
    public let expiration: UInt32

    /// The id of the request, `apns-request-id`, a canonical lower-case UUID, which APNs echoes.
    public let requestID: String?

    /// Checks and stores the values; throws `badChannelID` or `badID`.
    public init(
        channelID: String, priority: Priority = .immediately, expiration: UInt32 = 0, requestID: String? = nil
    ) throws(PayloadError) {
        guard channelID.isBase64 else {
            throw PayloadError(.badChannelID, "expected base64, as returned by APNs, as the channel id")
        }
        if let requestID, !requestID.isCanonicalUUID {
            throw PayloadError(.badID, "expected a lower-case UUID as the request id, 8-4-4-4-12 hexadecimal digits")
        }
        self.channelID = channelID
        self.priority = priority
        self.expiration = expiration
        self.requestID = requestID
    }

    /// The fields to send, with lower-case names; the push type is always `liveactivity`.
    public var fields: [(name: String, value: String)] {
        let required = [
            (name: "apns-channel-id", value: channelID), ("apns-push-type", PushType.liveactivity.rawValue),
            ("apns-priority", String(priority.rawValue)), ("apns-expiration", String(expiration)),
        ]
        return required + (requestID.map { [("apns-request-id", $0)] } ?? [])
    }
}

extension String {
    /// Whether the string is base64 with its padding (RFC 4648 section 4).
    package var isBase64: Bool {
        let digits = utf8.prefix { $0 != UInt8(ascii: "=") }
        let padding = utf8.dropFirst(digits.count)
        return !isEmpty && utf8.count.isMultiple(of: 4) && padding.count <= 2
            && padding.allSatisfy { $0 == UInt8(ascii: "=") }
            && digits.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") }
    }
}
