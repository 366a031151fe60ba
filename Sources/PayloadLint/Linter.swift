public import PushPayload

/// The kind of request that carries a push.
public enum PushDestination: Sendable, Hashable {
    /// A request for one device, to `/3/device/…`.
    case device
    /// A request for a broadcast channel, to `/4/broadcasts/apps/…`.
    case broadcast
}

/// The severity of each rule: the rule's own severity, or another one that the caller sets.
///
/// `policy[rule] = .error` makes a rule stricter, `policy[rule] = nil` turns it off.
public struct LintPolicy: Sendable, Hashable {
    private var changes: [LintRule: LintSeverity?] = [:]

    /// Creates a policy in which each rule has its own severity.
    public init() {}

    /// The severity of a rule; nil when the rule is off.
    public subscript(rule: LintRule) -> LintSeverity? {
        get { changes[rule, default: rule.severity] }
        set { changes.updateValue(newValue, forKey: rule) }
    }
}

/// A checker of payloads and headers against the rules of Apple Push Notification service.
public struct Linter: Sendable, Hashable {
    /// The severity of each rule.
    public var policy: LintPolicy
    /// The kind of request that carries the pushes.
    public var destination: PushDestination

    /// The most breaches of one rule that a report holds, so that its size and cost are bounded.
    public static let maximumBreachCount = 100

    /// Creates a linter.
    public init(policy: LintPolicy = LintPolicy(), destination: PushDestination = .device) {
        self.policy = policy
        self.destination = destination
    }

    /// Checks the text of a payload, at most 65,536 bytes; text that is not JSON is a breach of a rule, too.
    ///
    /// Without headers only the payload is checked. The push type is the given one, else the one in the headers, else the
    /// one that the content determines. Without a push type, the rules that depend on it are skipped.
    public func lint(
        _ text: [UInt8], as pushType: PushType? = nil, headers: [(name: String, value: String)]? = nil
    ) -> LintReport {
        let push = LintedPush(text, destination: destination, pushType: pushType, headers: headers)
        let breaches = LintRule.all.flatMap { rule in
            policy[rule].map { severity in
                rule.check(push).prefix(Self.maximumBreachCount).map { (rule: rule, severity: severity, breach: $0) }
            } ?? []
        }
        return LintReport(
            diagnostics: breaches.isEmpty ? [] : DiagnosticLocator(push).diagnostics(for: breaches),
            pushType: push.pushType, byteCount: text.count, limit: push.limit, text: text)
    }

    /// Checks a payload in its shortest text, as ``lint(_:as:headers:)-([UInt8],_,_)`` does.
    public func lint(
        _ payload: Payload, as pushType: PushType? = nil, headers: [(name: String, value: String)]? = nil
    ) -> LintReport {
        lint(payload.serialized(), as: pushType, headers: headers)
    }
}
