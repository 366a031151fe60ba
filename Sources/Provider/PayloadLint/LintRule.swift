import StrictJSON

/// The importance of a breach.
public enum LintSeverity: String, Sendable, Hashable, CaseIterable {
    /// Apple refuses the push, or the system drops the push or the member.
    case error
    /// The push has another effect than its author may expect.
    case warning
    /// A legacy form, or a form that Apple does not document and that is known to work.
    case note
}

/// A rule of Apple Push Notification service, with the check that finds its breaches.
public struct LintRule: Sendable {
    /// The name of the rule, stable over versions: lower-case words with hyphens.
    public let code: String
    /// The severity of a breach unless a ``Linter`` has another.
    public let severity: LintSeverity
    /// The rule as a sentence.
    public let summary: String
    /// The authority for the rule: a page of Apple's, an RFC, or an observation.
    public let source: String
    /// Whether no published source decides the point, so that the severity is this project's choice.
    package let isOpen: Bool

    let check: @Sendable (LintedPush) -> [Breach]

    init(
        _ code: String, _ severity: LintSeverity, _ summary: String, source: String, isOpen: Bool = false,
        check: @escaping @Sendable (LintedPush) -> [Breach]
    ) {
        self.code = code
        self.severity = severity
        self.summary = summary
        self.source = source
        self.isOpen = isOpen
        self.check = check
    }

    /// All rules, in the order of the documentation.
    public static let all: [LintRule] =
        payloadRules + memberRules + alertRules + soundRules + pushTypeRules + liveActivityRules + headerRules
        + broadcastRules

    /// Finds the rule with a code; nil if there is none.
    public init?(code: String) {
        guard let rule = Self.all.first(where: { UTF8Text($0.code) == UTF8Text(code) }) else { return nil }
        self = rule
    }
}

/// The pages of Apple's documentation that several rules follow.
enum Apple {
    static let payload = "Apple, Generating a remote notification"
    static let liveActivities =
        "Apple, Starting and updating Live Activities with ActivityKit push notifications"
    static let backgroundUpdates = "Apple, Pushing background updates to your app"
    static let serviceExtension = "Apple, Modifying content in newly delivered notifications"
    static let fileProvider = "Apple, Using push notifications to signal changes"
    static let pushToTalk = "Apple, Creating a Push to Talk app"
    static let requests = "Apple, Sending notification requests to APNs"
    static let broadcasts = "Apple, Sending broadcast push notification requests to APNs"
    static let responses = "Apple, Handling notification responses from APNs"
}
