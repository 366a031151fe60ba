/// Rules about the payload as a whole.
extension LintRule {
    /// A payload is JSON by RFC 8259, in UTF-8.
    public static let notJSON = LintRule(
        "not-json", .error, "A payload is JSON by RFC 8259, in UTF-8.",
        source: "RFC 8259; Apple, Generating a remote notification; what APNs answers is not documented", isOpen: true)
    /// A dictionary has each name once.
    public static let duplicateName = LintRule(
        "duplicate-name", .error, "A dictionary has each name once.",
        source: "RFC 8259 section 4: readers disagree on which of the two counts")
    /// Dictionaries and arrays stand at most 512 deep inside each other.
    public static let nestedTooDeep = LintRule(
        "nested-too-deep", .error, "Dictionaries and arrays stand at most 512 deep inside each other.",
        source: "Foundation's reader refuses more (measured, Swift 6.3.1 on Linux)")
    /// The root of a payload is a dictionary.
    public static let rootNotDictionary = LintRule(
        "root-not-dictionary", .error, "The root of a payload is a dictionary.",
        source: "Apple, Generating a remote notification")
    /// A payload has at most 4,096 bytes, for VoIP and a broadcast 5,120.
    public static let payloadTooLarge = LintRule(
        "payload-too-large", .error, "A payload has at most 4,096 bytes, for VoIP and a broadcast 5,120.",
        source:
            "Apple, Sending notification requests to APNs; Apple, Sending broadcast push notification requests to APNs: 413 PayloadTooLarge"
    )
    /// A push that Apple's own keys describe has the dictionary aps.
    public static let apsMissing = LintRule(
        "aps-missing", .error, "A push that Apple's own keys describe has the dictionary aps.",
        source: "Apple, Generating a remote notification")
    /// The member aps is a dictionary.
    public static let apsNotDictionary = LintRule(
        "aps-not-dictionary", .error, "The member aps is a dictionary.",
        source: "Apple, Generating a remote notification")
    /// The dictionary aps holds at least one key of Apple's.
    public static let apsWithoutAppleKey = LintRule(
        "aps-without-apple-key", .error, "The dictionary aps holds at least one key of Apple's.",
        source: "Apple, Generating a remote notification")
    /// A payload without content updates a Wallet pass and does nothing else.
    public static let emptyPayload = LintRule(
        "empty-payload", .warning, "A payload without content updates a Wallet pass and does nothing else.",
        source: "archived PassKit guide; the push type of a pass update is not documented", isOpen: true)
    /// A custom value is a dictionary, array, string, number or Boolean, so not null.
    public static let nullValue = LintRule(
        "null-value", .warning, "A custom value is a dictionary, array, string, number or Boolean, so not null.",
        source: "Apple, Generating a remote notification; what happens to a null is not documented", isOpen: true)

    static let documentRules: [LintRule] = [
        .notJSON, .duplicateName, .nestedTooDeep, .rootNotDictionary, .payloadTooLarge, .apsMissing, .apsNotDictionary,
        .apsWithoutAppleKey, .emptyPayload, .nullValue,
    ]
}
