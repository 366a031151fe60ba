/// Rules about the members of `aps` and their values.
extension LintRule {
    /// A key of Apple's has a value of the type that Apple gives.
    public static let wrongType = LintRule(
        "wrong-type", .error, "A key of Apple's has a value of the type that Apple gives.",
        source:
            "Apple, Generating a remote notification; Apple, Starting and updating Live Activities with ActivityKit push notifications"
    )
    /// A key of Apple's is left out rather than null.
    public static let nullInAppleKey = LintRule(
        "null-in-apple-key", .warning, "A key of Apple's is left out rather than null.",
        source:
            "Apple, Generating a remote notification; Apple's legacy guide still allowed null for the localization keys"
    )
    /// A switch of Apple's is the number 1, not true.
    public static let switchIsBoolean = LintRule(
        "switch-is-boolean", .warning, "A switch of Apple's is the number 1, not true.",
        source: "Apple, Generating a remote notification; whether true is taken is not documented", isOpen: true)
    /// A switch of Apple's means something only when it is 1.
    public static let switchNotOne = LintRule(
        "switch-not-one", .warning, "A switch of Apple's means something only when it is 1.",
        source: "Apple, Generating a remote notification")
    /// Custom keys stand beside aps; APNs ignores them inside.
    public static let customKeyInAPS = LintRule(
        "custom-key-in-aps", .warning, "Custom keys stand beside aps; APNs ignores them inside.",
        source: "Apple, Generating a remote notification")
    /// A key of Apple's stands in the dictionary that Apple gives.
    public static let misplacedKey = LintRule(
        "misplaced-key", .warning, "A key of Apple's stands in the dictionary that Apple gives.",
        source: "Apple, Generating a remote notification")
    /// Apple's keys are written in lower case with hyphens.
    public static let misspelledKey = LintRule(
        "misspelled-key", .warning, "Apple's keys are written in lower case with hyphens.",
        source: "Apple, Generating a remote notification")
    /// A value of Apple's holds no curly quotation marks; they are printed on Apple's page only.
    public static let curlyQuotes = LintRule(
        "curly-quotes", .warning,
        "A value of Apple's holds no curly quotation marks; they are printed on Apple's page only.",
        source: "Apple, Generating a remote notification")
    /// A badge is 0 or more; it is absolute, and 0 removes it.
    public static let badgeNegative = LintRule(
        "badge-negative", .warning, "A badge is 0 or more; it is absolute, and 0 removes it.",
        source: "Apple, Generating a remote notification")
    /// An interruption level is passive, active, time-sensitive or critical.
    public static let interruptionLevelUnknown = LintRule(
        "interruption-level-unknown", .error, "An interruption level is passive, active, time-sensitive or critical.",
        source: "Apple, Generating a remote notification")
    /// A relevance score is 0 to 1 except for a Live Activity.
    public static let relevanceScoreRange = LintRule(
        "relevance-score-range", .warning, "A relevance score is 0 to 1 except for a Live Activity.",
        source:
            "Apple, Generating a remote notification; Apple, Starting and updating Live Activities with ActivityKit push notifications"
    )
    /// Dates are UNIX seconds, not milliseconds.
    public static let dateInMilliseconds = LintRule(
        "date-in-milliseconds", .warning, "Dates are UNIX seconds, not milliseconds.",
        source:
            "Apple, Starting and updating Live Activities with ActivityKit push notifications; Apple, Sending notification requests to APNs"
    )
    /// Keys of Safari pushes and of iOS 12 to 14 do nothing for a current app.
    public static let legacyKey = LintRule(
        "legacy-key", .note, "Keys of Safari pushes and of iOS 12 to 14 do nothing for a current app.",
        source: "Apple, archived Payload Key Reference")
    /// A summary count is at least 1.
    public static let summaryArgCount = LintRule(
        "summary-arg-count-below-one", .warning, "A summary count is at least 1.",
        source: "pushy and apns2, after Apple's page of iOS 12")

    static let memberRules: [LintRule] = [
        .wrongType, .nullInAppleKey, .switchIsBoolean, .switchNotOne, .customKeyInAPS, .misplacedKey, .misspelledKey,
        .curlyQuotes, .badgeNegative, .interruptionLevelUnknown, .relevanceScoreRange, .dateInMilliseconds, .legacyKey,
        .summaryArgCount,
    ]
}
