/// Rules about the content that each push type has.
extension LintRule {
    /// The push type is that of the content; otherwise APNs may answer an error, delay or drop the push.
    public static let pushTypeMismatch = LintRule(
        "push-type-mismatch", .error,
        "The push type is that of the content; otherwise APNs may answer an error, delay or drop the push.",
        source: "Apple, Sending notification requests to APNs")
    /// An alert push has an alert, a badge or a sound.
    public static let alertShowsNothing = LintRule(
        "alert-shows-nothing", .error, "An alert push has an alert, a badge or a sound.",
        source: "Apple, Sending notification requests to APNs")
    /// An alert that also wakes the app is legal, but is no background push.
    public static let contentAvailableWithAlert = LintRule(
        "content-available-with-alert", .warning,
        "An alert that also wakes the app is legal, but is no background push.",
        source: "Apple, Sending notification requests to APNs; older sources ask for priority 5")
    /// A background push has no alert, badge or sound.
    public static let backgroundWithAlert = LintRule(
        "background-with-alert", .error, "A background push has no alert, badge or sound.",
        source: "Apple, Pushing background updates to your app; what happens otherwise is not documented", isOpen: true)
    /// A background push has content-available 1.
    public static let backgroundWithoutContentAvailable = LintRule(
        "background-without-content-available", .error, "A background push has content-available 1.",
        source: "Apple, Pushing background updates to your app")
    /// The dictionary aps of a background push holds content-available only.
    public static let backgroundOtherKey = LintRule(
        "background-other-key", .warning, "The dictionary aps of a background push holds content-available only.",
        source: "Apple, Pushing background updates to your app")
    /// A key that one push type reads does nothing in another.
    public static let keyOfOtherPushType = LintRule(
        "key-of-other-push-type", .warning, "A key that one push type reads does nothing in another.",
        source:
            "Apple, Generating a remote notification; Apple, Starting and updating Live Activities with ActivityKit push notifications"
    )
    /// A push for widgets or controls has content-changed true.
    public static let contentChangedMissing = LintRule(
        "content-changed-missing", .error, "A push for widgets or controls has content-changed true.",
        source: "Apple, Updating widgets with WidgetKit push notifications")
    /// A File Provider push has container-identifier and domain.
    public static let fileProviderKeysMissing = LintRule(
        "fileprovider-keys-missing", .error, "A File Provider push has container-identifier and domain.",
        source: "Apple, Using push notifications to signal changes")
    /// An MDM push has the PushMagic as its member mdm.
    public static let mdmMagicMissing = LintRule(
        "mdm-magic-missing", .error, "An MDM push has the PushMagic as its member mdm.",
        source: "pushy and node-apn, after Apple's MDM protocol")
    /// An MDM push holds mdm only; a File Provider push has no aps.
    public static let memberNotRead = LintRule(
        "member-not-read", .warning, "An MDM push holds mdm only; a File Provider push has no aps.",
        source: "pushy and node-apn; Apple, Using push notifications to signal changes")

    static let pushTypeRules: [LintRule] = [
        .pushTypeMismatch, .alertShowsNothing, .contentAvailableWithAlert, .backgroundWithAlert,
        .backgroundWithoutContentAvailable, .backgroundOtherKey, .keyOfOtherPushType, .contentChangedMissing,
        .fileProviderKeysMissing, .mdmMagicMissing, .memberNotRead,
    ]
}
