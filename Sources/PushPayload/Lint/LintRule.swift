/// How much a diagnostic matters.
public enum LintSeverity: String, Sendable, Hashable, CaseIterable {
    /// Apple refuses the push, or the system drops it or the member.
    case error
    /// The push will not do what its author may think.
    case warning
    /// A legacy form, or one that Apple's pages leave open and that is known to work.
    case note
}

/// One rule of the linter: its name, what it says, and who says so.
///
/// Two rules are equal when their codes are.
public struct LintRule: Sendable {
    /// The rule's name, stable over versions: lower-case words with hyphens.
    public let code: String
    /// How much a breach matters unless a ``LintPolicy`` says otherwise.
    public let severity: LintSeverity
    /// The rule, as a sentence.
    public let summary: String
    /// Who says so: a page of Apple's, an RFC, or the observation it rests on.
    public let source: String
    /// Whether nothing published settles the point, so that the severity is this project's choice to revise.
    public let isOpen: Bool

    init(_ code: String, _ severity: LintSeverity, _ summary: String, source: String, isOpen: Bool = false) {
        self.code = code
        self.severity = severity
        self.summary = summary
        self.source = source
        self.isOpen = isOpen
    }

    /// Every rule, in the order of the documentation.
    public static let all: [LintRule] =
        documentRules + memberRules + alertRules + soundRules + pushTypeRules + liveActivityRules + headerRules
        + broadcastRules
}

extension LintRule: Hashable {
    /// Compares the codes.
    public static func == (left: LintRule, right: LintRule) -> Bool { left.code == right.code }

    /// Feeds the code to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
