/// Rules about a request to a broadcast channel.
extension LintRule {
    /// A broadcast names its channel.
    public static let channelIDMissing = LintRule(
        "channel-id-missing", .error, "A broadcast names its channel.",
        source: "Apple, Sending broadcast push notification requests to APNs: 400 MissingChannelId")
    /// A channel id is base64.
    public static let channelIDInvalid = LintRule(
        "channel-id-invalid", .error, "A channel id is base64.",
        source: "Apple, Sending broadcast push notification requests to APNs: 400 BadChannelId")
    /// A request id is a UUID.
    public static let requestIDInvalid = LintRule(
        "request-id-invalid", .error, "A request id is a UUID.",
        source: "Apple, Sending broadcast push notification requests to APNs")
    /// A broadcast says its expiration.
    public static let broadcastExpirationMissing = LintRule(
        "broadcast-expiration-missing", .error, "A broadcast says its expiration.",
        source: "Apple, Sending broadcast push notification requests to APNs: 400 BadExpirationDate")
    /// A broadcast says its priority.
    public static let broadcastPriorityMissing = LintRule(
        "broadcast-priority-missing", .error, "A broadcast says its priority.",
        source: "Apple, Sending broadcast push notification requests to APNs: 400 BadPriority")
    /// A broadcast is a Live Activity push and says so.
    public static let broadcastPushType = LintRule(
        "broadcast-push-type", .error, "A broadcast is a Live Activity push and says so.",
        source: "Apple, Sending broadcast push notification requests to APNs: 400 MissingPushType or InvalidPushType")
    /// A broadcast cannot start an activity.
    public static let broadcastStart = LintRule(
        "broadcast-start", .error, "A broadcast cannot start an activity.",
        source: "Apple, Starting and updating Live Activities with ActivityKit push notifications")

    static let broadcastRules: [LintRule] = [
        .channelIDMissing, .channelIDInvalid, .requestIDInvalid, .broadcastExpirationMissing, .broadcastPriorityMissing,
        .broadcastPushType, .broadcastStart,
    ]
}
