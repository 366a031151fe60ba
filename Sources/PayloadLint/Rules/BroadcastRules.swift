import PushPayload

/// Rules about a request for a broadcast channel.
extension LintRule {
    static let broadcastRules: [LintRule] = [
        LintRule(
            "channel-id-missing", .error, "A broadcast has the id of its channel.",
            source: "\(Apple.broadcasts): 400 MissingChannelId"
        ) { push in push.isBroadcast ? push.missingHeader("apns-channel-id") : [] },
        LintRule(
            "channel-id-invalid", .error, "A channel id is base64, as APNs returned it.",
            source: "\(Apple.broadcasts): 400 BadChannelId"
        ) { push in push.isBroadcast ? push.header("apns-channel-id") { !$0.isBase64 } : [] },
        LintRule(
            "request-id-invalid", .error, "A request id is a UUID.", source: Apple.broadcasts
        ) { push in push.isBroadcast ? push.header("apns-request-id") { !$0.lowercased().isCanonicalUUID } : [] },
        LintRule(
            "broadcast-expiration-missing", .error, "A broadcast has an expiration; with 0 nothing is stored.",
            source: "\(Apple.broadcasts): 400 BadExpirationDate"
        ) { push in push.isBroadcast ? push.missingHeader("apns-expiration") : [] },
        LintRule(
            "broadcast-priority-missing", .error, "A broadcast has a priority.",
            source: "\(Apple.broadcasts): 400 BadPriority"
        ) { push in push.isBroadcast ? push.missingHeader("apns-priority") : [] },
        LintRule(
            "broadcast-push-type", .error, "The push type of a broadcast is liveactivity.",
            source: "\(Apple.broadcasts): 400 MissingPushType or InvalidPushType"
        ) { push in
            guard push.isBroadcast else { return [] }
            return push.missingHeader("apns-push-type")
                + push.header("apns-push-type") { $0.lowercased() != PushType.liveactivity.rawValue }
        },
        LintRule(
            "broadcast-start", .error, "A broadcast updates and ends activities; it cannot start one.",
            source: Apple.liveActivities
        ) { push in .when(push.isBroadcast && APS(push.aps ?? [:]).event == .start, .value(["aps", "event"])) },
    ]
}

extension LintedPush {
    fileprivate var isBroadcast: Bool { destination == .broadcast }
}
