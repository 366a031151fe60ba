extension LintRun {
    /// Checks what a broadcast to a channel has of its own.
    mutating func checkBroadcast(_ headers: LintHeaders) {
        if let channel = headers["apns-channel-id"] {
            if !channel.isBase64 {
                report(.channelIDInvalid, header: "apns-channel-id", "A channel id is base64, as APNs returned it.")
            }
        } else {
            report(.channelIDMissing, header: "apns-channel-id", "A broadcast names its channel.")
        }
        if headers["apns-expiration"] == nil {
            report(
                .broadcastExpirationMissing, header: "apns-expiration",
                "A broadcast says its expiration; 0 stores nothing.")
        }
        if headers["apns-priority"] == nil {
            report(.broadcastPriorityMissing, header: "apns-priority", "A broadcast says its priority.")
        }
        if headers["apns-push-type"]?.lowercased() != PushType.liveactivity.rawValue {
            report(.broadcastPushType, header: "apns-push-type", "The push type of a broadcast is liveactivity.")
        }
        if let id = headers["apns-request-id"], !id.lowercased().isCanonicalUUID {
            report(.requestIDInvalid, header: "apns-request-id", "A request id is a UUID.")
        }
        if aps?.string("event") == LiveActivityEvent.start.rawValue {
            report(
                .broadcastStart, at: ["aps", "event"], "A broadcast updates and ends activities; it cannot start one.")
        }
    }
}

extension String {
    /// Whether the string is base64 with its padding (RFC 4648 section 4).
    var isBase64: Bool {
        let digits = utf8.prefix { $0 != UInt8(ascii: "=") }
        let padding = utf8.count - digits.count
        return !isEmpty && utf8.count.isMultiple(of: 4) && padding <= 2
            && utf8.dropFirst(digits.count).allSatisfy { $0 == UInt8(ascii: "=") }
            && digits.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "/"): true
                default: false
                }
            }
    }
}
