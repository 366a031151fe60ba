/// Rules about the alert.
extension LintRule {
    /// An alert is better a dictionary; a text is its body.
    public static let alertAsText = LintRule(
        "alert-as-text", .note, "An alert is better a dictionary; a text is its body.",
        source: "Apple, Generating a remote notification")
    /// An alert shows nothing without a title, subtitle or body.
    public static let alertWithoutText = LintRule(
        "alert-without-text", .warning, "An alert shows nothing without a title, subtitle or body.",
        source: "Apple, Generating a remote notification")
    /// An alert holds only Apple's keys; custom keys stand beside aps.
    public static let unknownAlertKey = LintRule(
        "unknown-alert-key", .warning, "An alert holds only Apple's keys; custom keys stand beside aps.",
        source: "Apple, Generating a remote notification")
    /// A localization key is used instead of the text, not beside it.
    public static let textBesideLocKey = LintRule(
        "text-beside-loc-key", .warning, "A localization key is used instead of the text, not beside it.",
        source: "Apple, Generating a remote notification; which of the two wins is not documented", isOpen: true)
    /// Localization arguments do nothing without their key.
    public static let locArgsWithoutKey = LintRule(
        "loc-args-without-key", .warning, "Localization arguments do nothing without their key.",
        source: "Apple, Generating a remote notification")
    /// A localization argument is shown as it is; a date is not formatted.
    public static let dateAsArgument = LintRule(
        "date-as-argument", .warning, "A localization argument is shown as it is; a date is not formatted.",
        source: "Apple, Generating a remote notification")
    /// The service extension is called only for a push that shows an alert.
    public static let mutableContentWithoutAlert = LintRule(
        "mutable-content-without-alert", .warning,
        "The service extension is called only for a push that shows an alert.",
        source: "Apple, Modifying content in newly delivered notifications")
    /// Apple promises to call the service extension for an alert dictionary, not for a text.
    public static let mutableContentWithTextAlert = LintRule(
        "mutable-content-with-text-alert", .warning,
        "Apple promises to call the service extension for an alert dictionary, not for a text.",
        source: "Apple, Modifying content in newly delivered notifications; for a text it is not documented",
        isOpen: true)
    /// Apple promises to call the service extension for a title, subtitle or body, not for their keys alone.
    public static let mutableContentWithLocKeysOnly = LintRule(
        "mutable-content-with-loc-keys-only", .note,
        "Apple promises to call the service extension for a title, subtitle or body, not for their keys alone.",
        source: "Apple, Modifying content in newly delivered notifications; for keys alone it is not documented",
        isOpen: true)

    static let alertRules: [LintRule] = [
        .alertAsText, .alertWithoutText, .unknownAlertKey, .textBesideLocKey, .locArgsWithoutKey, .dateAsArgument,
        .mutableContentWithoutAlert, .mutableContentWithTextAlert, .mutableContentWithLocKeysOnly,
    ]
}
