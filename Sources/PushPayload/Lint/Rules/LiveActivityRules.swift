/// Rules about Live Activities.
extension LintRule {
    /// A Live Activity push has an event.
    public static let eventMissing = LintRule(
        "liveactivity-event-missing", .error, "A Live Activity push has an event.",
        source: "Apple, Starting and updating Live Activities with ActivityKit push notifications")
    /// An event is start, update or end.
    public static let eventUnknown = LintRule(
        "liveactivity-event-unknown", .error, "An event is start, update or end.",
        source: "Apple, Starting and updating Live Activities with ActivityKit push notifications")
    /// A Live Activity push has a timestamp; the newest one wins.
    public static let timestampMissing = LintRule(
        "liveactivity-timestamp-missing", .error, "A Live Activity push has a timestamp; the newest one wins.",
        source: "Apple, Starting and updating Live Activities with ActivityKit push notifications")
    /// An update has a content-state.
    public static let contentStateMissing = LintRule(
        "liveactivity-content-state-missing", .error, "An update has a content-state.",
        source: "Apple, Starting and updating Live Activities with ActivityKit push notifications")
    /// A start and an end should carry the state to show.
    public static let contentStateAdvised = LintRule(
        "liveactivity-content-state-advised", .warning, "A start and an end should carry the state to show.",
        source: "Apple, Starting and updating Live Activities with ActivityKit push notifications")
    /// A start has attributes-type and attributes.
    public static let startAttributesMissing = LintRule(
        "liveactivity-start-attributes-missing", .error, "A start has attributes-type and attributes.",
        source: "Apple, Starting and updating Live Activities with ActivityKit push notifications")
    /// A start has an alert.
    public static let startAlertMissing = LintRule(
        "liveactivity-start-alert-missing", .error, "A start has an alert.",
        source: "Apple, Starting and updating Live Activities with ActivityKit push notifications")
    /// Attributes and the way of updates are given at the start only.
    public static let keyOutsideStart = LintRule(
        "liveactivity-key-outside-start", .warning, "Attributes and the way of updates are given at the start only.",
        source: "Apple, Starting and updating Live Activities with ActivityKit push notifications")
    /// A started activity gets its updates by token or by channel.
    public static let inputTokenAndChannel = LintRule(
        "liveactivity-input-token-and-channel", .warning, "A started activity gets its updates by token or by channel.",
        source:
            "Apple, Starting and updating Live Activities with ActivityKit push notifications; that they exclude each other is an inference",
        isOpen: true)
    /// A dismissal date goes with the end.
    public static let dismissalOutsideEnd = LintRule(
        "liveactivity-dismissal-outside-end", .warning, "A dismissal date goes with the end.",
        source: "Apple, Starting and updating Live Activities with ActivityKit push notifications")
    /// A dismissal date lies within four hours.
    public static let dismissalTooFar = LintRule(
        "liveactivity-dismissal-too-far", .warning, "A dismissal date lies within four hours.",
        source: "Apple, Starting and updating Live Activities with ActivityKit push notifications")
    /// The sound of a Live Activity stands inside its alert.
    public static let soundOutsideAlert = LintRule(
        "liveactivity-sound-outside-alert", .warning, "The sound of a Live Activity stands inside its alert.",
        source: "Apple, Starting and updating Live Activities with ActivityKit push notifications")
    /// The dynamic data of a Live Activity have at most 4 KB.
    public static let contentStateTooLarge = LintRule(
        "liveactivity-content-state-too-large", .warning, "The dynamic data of a Live Activity have at most 4 KB.",
        source: "Apple, Displaying live data with Live Activities")

    static let liveActivityRules: [LintRule] = [
        .eventMissing, .eventUnknown, .timestampMissing, .contentStateMissing, .contentStateAdvised,
        .startAttributesMissing, .startAlertMissing, .keyOutsideStart, .inputTokenAndChannel, .dismissalOutsideEnd,
        .dismissalTooFar, .soundOutsideAlert, .contentStateTooLarge,
    ]
}
