public import PushPayload

/// The kind of request that carries a push.
public enum PushDestination: Sendable, Hashable {
    /// A request for one device, to `/3/device/…`.
    case device
    /// A request for a broadcast channel, to `/4/broadcasts/apps/…`.
    case broadcast
}

/// A checker of payloads and headers against the rules of Apple Push Notification service.
public struct Linter: Sendable {
    /// The kind of request that carries the pushes.
    public var destination: PushDestination

    private var severities: [String: LintSeverity?] = [:]

    /// The most breaches of one rule that a report holds, so that its size and cost are bounded.
    static let maximumBreachCount = 100

    /// Creates a linter in which each rule has its own severity.
    public init(destination: PushDestination = .device) { self.destination = destination }

    /// The severity of a rule: the rule's own unless another one is set; nil turns the rule off.
    public subscript(rule: LintRule) -> LintSeverity? {
        get { severities[rule.code, default: rule.severity] }
        set { severities.updateValue(newValue, forKey: rule.code) }
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
            self[rule].map { severity in
                rule.check(push).prefix(Self.maximumBreachCount).map { (rule: rule, severity: severity, breach: $0) }
            } ?? []
        }
        return LintReport(
            diagnostics: breaches.isEmpty ? [] : DiagnosticLocator(text).diagnostics(for: breaches),
            pushType: push.pushType, byteCount: text.count, limit: push.limit, text: text)
    }

    /// Checks a payload in its shortest text, as ``lint(_:as:headers:)-([UInt8],_,_)`` does.
    public func lint(
        _ payload: Payload, as pushType: PushType? = nil, headers: [(name: String, value: String)]? = nil
    ) -> LintReport {
        lint(payload.serialized(), as: pushType, headers: headers)
    }
}
