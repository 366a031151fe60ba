public import StrictJSON

/// The headers of a push request that belong to the payload (Apple, Sending notification requests to APNs, table 1).
public struct PushHeaders: Sendable, Hashable {
    /// The topic with the push type's suffix, `apns-topic`; nil for the default of the provider's certificate.
    public let topic: UTF8Text?

    /// The kind of push, `apns-push-type`.
    public let pushType: PushType

    /// The delivery priority, `apns-priority`.
    public let priority: Priority

    /// The time when APNs stops delivery attempts, in UNIX seconds, `apns-expiration`; 0 attempts delivery once, nil
    /// uses APNs's default (30 days at most).
    public let expiration: UInt32?

    /// The id of the notification that this one replaces, `apns-collapse-id`; at most 64 bytes of UTF-8.
    public let collapseID: UTF8Text?

    /// The id of the push, `apns-id`, a canonical lower-case UUID; nil lets APNs create one.
    public let id: String?

    /// Checks and stores the values; without a priority, 10 is used, for a background push 5.
    ///
    /// The suffix of the push type is added to the topic unless the topic ends with it. Throws `badTopic`,
    /// `badPushType`, `badPriority` (10 with a background push), `badCollapseID` or `badID`.
    public init(
        topic: String? = nil, pushType: PushType, priority: Priority? = nil, expiration: UInt32? = nil,
        collapseID: String? = nil, id: String? = nil
    ) throws(PayloadError) {
        if let topic, !topic.isHeaderToken {
            throw PayloadError(.badTopic, "expected printable ASCII without spaces as the topic")
        }
        guard pushType.rawValue.isHeaderToken else {
            throw PayloadError(.badPushType, "expected printable ASCII without spaces as the push type")
        }
        if pushType == .background, priority == .immediately {
            throw PayloadError(.badPriority, "a background push may not have priority 10")
        }
        if let collapseID {
            guard 1...64 ~= collapseID.utf8.count else {
                throw PayloadError(
                    .badCollapseID, "expected a collapse id of 1 to 64 bytes, found \(collapseID.utf8.count)")
            }
            guard collapseID.isHeaderValue else {
                throw PayloadError(
                    .badCollapseID, "expected a collapse id without control characters, line ends and spaces around it")
            }
        }
        if let id, !id.isCanonicalUUID {
            throw PayloadError(.badID, "expected a lower-case UUID as the id, 8-4-4-4-12 hexadecimal digits")
        }
        let suffix = pushType.topicSuffix
        self.topic = topic.map { UTF8Text($0.hasByteSuffix(suffix) ? $0 : $0 + suffix) }
        self.pushType = pushType
        // APNs's own default is 10, which is an error for a background push.
        self.priority = priority ?? (pushType == .background ? .consideringDevicePower : .immediately)
        self.expiration = expiration
        self.collapseID = collapseID.map { UTF8Text($0) }
        self.id = id
    }

    /// The fields to send, with lower-case names as HTTP/2 requires (RFC 9113 section 8.2); nil values are omitted.
    public var fields: [(name: String, value: String)] {
        let fields = [
            ("apns-topic", topic?.string), ("apns-push-type", pushType.rawValue),
            ("apns-priority", String(priority.rawValue)),
            ("apns-expiration", expiration.map { String($0) }), ("apns-collapse-id", collapseID?.string),
            ("apns-id", id),
        ]
        return fields.compactMap { name, value in value.map { (name, $0) } }
    }
}

extension PushHeaders {
    /// Derives the push type from a payload's content, or checks the given one against it.
    ///
    /// - Throws: ``PayloadError`` with `badPushType` if none is given and the content determines none, or if it determines
    ///   another type; and like ``init(topic:pushType:priority:expiration:collapseID:id:)``.
    public init(
        for payload: Payload, topic: String? = nil, pushType: PushType? = nil, priority: Priority? = nil,
        expiration: UInt32? = nil, collapseID: String? = nil, id: String? = nil
    ) throws(PayloadError) {
        let told = PushType.derived(from: payload)
        guard let actual = pushType ?? told else {
            throw PayloadError(.badPushType, "the content does not determine the push type")
        }
        if let told, !actual.accepts(contentOf: told) {
            throw PayloadError(
                .badPushType, "the content is that of a \(told.rawValue) push, not of a \(actual.rawValue) push")
        }
        try self.init(
            topic: topic, pushType: actual, priority: priority, expiration: expiration, collapseID: collapseID, id: id)
    }
}

extension String {
    /// Whether the string is nonempty printable ASCII without spaces, so that it cannot end a header or add one.
    package var isHeaderToken: Bool {
        !isEmpty && utf8.allSatisfy { 0x21...0x7E ~= $0 }
    }

    /// Whether the string is the name of a header: a token (RFC 9110 section 5.1).
    package var isHeaderName: Bool {
        !isEmpty && utf8.allSatisfy { $0.isAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }

    /// Whether the string can be the value of a header: no controls, line ends of Unicode and spaces around it.
    ///
    /// The sealer and the linter ask here (RFC 9113 section 8.2.1).
    package var isHeaderValue: Bool {
        unicodeScalars.allSatisfy { !(0...0x1F ~= $0.value || 0x7F...0x9F ~= $0.value || 0x2028...0x2029 ~= $0.value) }
            && utf8.first != 0x20 && utf8.last != 0x20
    }

    /// Whether the string is a UUID in the format of RFC 9562 section 4, in lower case.
    package var isCanonicalUUID: Bool {
        let groups = utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return groups.map(\.count) == [8, 4, 4, 4, 12]
            && groups.joined().allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
    }
}
