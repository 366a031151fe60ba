/// Which rules apply and how much each matters: every rule is a switch by its name.
///
/// The rules with ``LintRule/isOpen`` are the ones that nothing published settles. `policy[.nullValue] = .error` makes
/// one stricter, `policy[.nullValue] = nil` turns it off.
public struct LintPolicy: Sendable, Hashable {
    private var changes: [LintRule: LintSeverity?] = [:]

    /// Each rule with its own severity.
    public static let standard = LintPolicy()

    /// Makes the standard policy.
    public init() {}

    /// How much a breach of a rule matters; nil when the rule is off.
    public subscript(rule: LintRule) -> LintSeverity? {
        get { changes.isEmpty ? rule.severity : changes[rule, default: rule.severity] }
        set { changes.updateValue(newValue, forKey: rule) }
    }
}
