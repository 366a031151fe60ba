import PushPayload
import StrictJSON

/// Rules about the headers of a request.
extension LintRule {
    static let headerRules: [LintRule] = [
        LintRule(
            "duplicate-header", .error, "A request has each header once.",
            source: "\(Apple.responses): 400 DuplicateHeaders"
        ) { push in (push.headers?.repeatedNames ?? []).map { .header($0) } },
        LintRule(
            "header-malformed", .error,
            "The name of a header is a token; its value has no control characters, line ends and spaces around it.",
            source: "RFC 9110 sections 5.1 and 5.5, RFC 9113 section 8.2.1"
        ) { push in (push.headers?.malformedNames ?? []).map { .header($0) } },
        LintRule(
            "unknown-apns-header", .warning, "APNs reads only the headers that Apple lists.", source: Apple.requests
        ) { push in
            let known: [UTF8Text] = [
                "apns-topic", "apns-push-type", "apns-id", "apns-expiration", "apns-priority", "apns-collapse-id",
                "apns-channel-id", "apns-request-id",
            ]
            return (push.headers?.fields ?? []).map(\.name)
                .filter { name in name.hasPrefix("apns-") && !known.contains(UTF8Text(name)) }
                .map { .header($0) }
        },
        LintRule(
            "authorization-malformed", .error,
            "The header authorization is bearer, a space and a JSON web token of three parts.",
            source: "Apple, Establishing a token-based connection to APNs: 403 InvalidProviderToken"
        ) { push in
            push.header("authorization") { value in
                let words = value.split(separator: " ", omittingEmptySubsequences: false)
                let parts = words.last?.split(separator: ".", omittingEmptySubsequences: false) ?? []
                let isToken = parts.count == 3 && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isBase64URL) }
                return words.count != 2 || words[0].lowercased() != "bearer" || !isToken
            }
        },
        LintRule(
            "topic-missing", .warning, "A topic is required unless the certificate is for a single topic.",
            source: "\(Apple.requests); \(Apple.responses): 400 MissingTopic"
        ) { push in push.missingHeader("apns-topic", .device) },
        LintRule(
            "topic-malformed", .error, "A topic is printable ASCII without spaces.",
            source: "RFC 9110 section 5.5; \(Apple.responses): 400 BadTopic"
        ) { push in push.header("apns-topic", .device) { !$0.isHeaderToken } },
        LintRule(
            "topic-suffix", .error, "A topic ends with the suffix of its push type.",
            source: "\(Apple.requests): 400 BadTopic or DeviceTokenNotForTopic"
        ) { push in
            guard push.destination == .device, let topic = push.headers?["apns-topic"], topic.isHeaderToken,
                let pushType = push.pushType, PushType.documented.contains(pushType)
            else { return [] }
            let suffix = pushType.topicSuffix
            if !topic.hasByteSuffix(suffix) || topic == suffix {
                return [.header("apns-topic", "The topic of a \(pushType.rawValue) push ends with \(suffix).")]
            }
            let other = PushType.documented.first { !$0.topicSuffix.isEmpty && topic.hasByteSuffix($0.topicSuffix) }
            guard suffix.isEmpty, let other else { return [] }
            let message = "The topic is that of a \(other.rawValue) push, but the push type is \(pushType.rawValue)."
            return [.header("apns-topic", message)]
        },
        LintRule(
            "push-type-missing", .warning,
            "The header apns-push-type is required for watchOS 6 and later, and recommended for others.",
            source: Apple.requests
        ) { push in push.missingHeader("apns-push-type", .device) },
        LintRule(
            "push-type-unknown", .error, "A push type is one of those that Apple lists.",
            source: "\(Apple.requests): 400 InvalidPushType"
        ) { push in
            guard push.destination == .device, let text = push.headers?["apns-push-type"] else { return [] }
            let message = "A push type is one of \(PushType.documented.map(\.rawValue).joined(separator: ", "))."
            let isKnown = PushType.documented.contains(PushType(rawValue: text))
            return .when(!isKnown, .header("apns-push-type", message))
        },
        LintRule(
            "priority-invalid", .error, "A priority is 10, 5 or 1.", source: "\(Apple.requests): 400 BadPriority"
        ) { push in push.header("apns-priority") { Priority(header: $0) == nil } },
        LintRule(
            "background-priority-ten", .error, "A background push has priority 5; 10 is an error.",
            source: Apple.requests
        ) { push in push.priority([.immediately], of: .background) },
        LintRule(
            "background-priority-omitted", .warning,
            "Without a priority APNs assumes 10, which is an error for a background push.", source: Apple.requests
        ) { push in push.pushType == .background ? push.missingHeader("apns-priority") : [] },
        LintRule(
            "background-priority-one", .warning, "A background push has priority 5, not 1.",
            source: "\(Apple.requests); whether 1 is accepted is not documented", isOpen: true
        ) { push in push.priority([.prioritizingDevicePower], of: .background) },
        LintRule(
            "pushtotalk-priority", .warning, "A Push to Talk push has priority 10.", source: Apple.pushToTalk
        ) { push in push.priority([.consideringDevicePower, .prioritizingDevicePower], of: .pushtotalk) },
        LintRule(
            "liveactivity-priority", .warning, "A Live Activity push has priority 5 or 10.",
            source: Apple.liveActivities
        ) { push in push.priority([.prioritizingDevicePower], of: .liveactivity) },
        LintRule(
            "expiration-invalid", .error, "An expiration is a decimal number of UNIX seconds; 0 means one attempt.",
            source: "\(Apple.requests): 400 BadExpirationDate"
        ) { push in push.header("apns-expiration") { _ in push.headers?.expiration == nil } },
        LintRule(
            "call-stored", .warning,
            "A call expires at once, so that APNs does not store it: 0, for VoIP at most a few seconds ahead.",
            source: "Apple, Responding to VoIP notifications from PushKit; \(Apple.pushToTalk)"
        ) { push in
            guard push.pushType == .voip || push.pushType == .pushtotalk else { return [] }
            // Milliseconds break another rule.
            let isAhead = 1..<100_000_000_000 ~= push.headers?.expiration ?? 0
            return push.missingHeader("apns-expiration")
                + .when(push.pushType == .pushtotalk && isAhead, .header("apns-expiration"))
        },
        LintRule(
            "collapse-id-length", .error, "A collapse id has 1 to 64 bytes of UTF-8.",
            source: "\(Apple.requests): 400 BadCollapseId"
        ) { push in push.header("apns-collapse-id") { !(1...64).contains($0.utf8.count) } },
        LintRule(
            "id-invalid", .error, "An id is a UUID, 8-4-4-4-12 hexadecimal digits.",
            source: "\(Apple.requests): 400 BadMessageId"
        ) { push in push.header("apns-id") { !$0.lowercased().isCanonicalUUID } },
        LintRule(
            "id-upper-case", .warning, "The hexadecimal digits of an id are in lower case.",
            source: "\(Apple.requests); whether upper case is accepted is not documented", isOpen: true
        ) { push in push.header("apns-id") { !$0.isCanonicalUUID && $0.lowercased().isCanonicalUUID } },
    ]

    /// Rules about a request for a broadcast channel.
    static let broadcastRules: [LintRule] = [
        LintRule(
            "channel-id-missing", .error, "A broadcast has the id of its channel.",
            source: "\(Apple.broadcasts): 400 MissingChannelId"
        ) { push in push.missingHeader("apns-channel-id", .broadcast) },
        LintRule(
            "channel-id-invalid", .error, "A channel id is base64, as APNs returned it.",
            source: "\(Apple.broadcasts): 400 BadChannelId"
        ) { push in push.header("apns-channel-id", .broadcast) { !$0.isBase64 } },
        LintRule(
            "request-id-invalid", .error, "A request id is a UUID.", source: Apple.broadcasts
        ) { push in push.header("apns-request-id", .broadcast) { !$0.lowercased().isCanonicalUUID } },
        LintRule(
            "broadcast-expiration-missing", .error, "A broadcast has an expiration; with 0 nothing is stored.",
            source: "\(Apple.broadcasts): 400 BadExpirationDate"
        ) { push in push.missingHeader("apns-expiration", .broadcast) },
        LintRule(
            "broadcast-priority-missing", .error, "A broadcast has a priority.",
            source: "\(Apple.broadcasts): 400 BadPriority"
        ) { push in push.missingHeader("apns-priority", .broadcast) },
        LintRule(
            "broadcast-push-type", .error, "The push type of a broadcast is liveactivity.",
            source: "\(Apple.broadcasts): 400 MissingPushType or InvalidPushType"
        ) { push in
            push.missingHeader("apns-push-type", .broadcast)
                + push.header("apns-push-type", .broadcast) { $0.lowercased() != PushType.liveactivity.rawValue }
        },
        LintRule(
            "broadcast-start", .error, "A broadcast updates and ends activities; it cannot start one.",
            source: Apple.liveActivities
        ) { push in
            .when(push.destination == .broadcast && APS(push.aps ?? [:]).event == .start, .value(["aps", "event"]))
        },
    ]
}

extension LintedPush {
    /// Returns a breach if the push is of this type and has one of the priorities.
    fileprivate func priority(_ priorities: [Priority?], of type: PushType) -> [Breach] {
        .when(pushType == type && priorities.contains(headers?.priority), .header("apns-priority"))
    }
}

extension UInt8 {
    fileprivate var isBase64URL: Bool { isAlphanumeric || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }
}
