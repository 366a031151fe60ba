import StrictJSON

/// One pass of the linter: what it looks at and what it has found.
struct LintRun {
    let root: JSONObject
    /// The member `aps` of the root, where it is a dictionary.
    let aps: JSONObject?
    let byteCount: Int
    let headers: LintHeaders?
    let destination: PushDestination
    let policy: LintPolicy
    /// The push type that was said, by the caller or a header.
    let said: PushType?
    /// The push type to check as: the one said, or the one that the content tells.
    let pushType: PushType?
    var findings: [LintFinding] = []

    var isLiveActivity: Bool { pushType == .liveactivity }

    var limit: Int { destination.maximumByteCount ?? (pushType ?? .alert).maximumByteCount }

    mutating func report(_ rule: LintRule, at steps: @autoclosure () -> [LintStep], _ message: String) {
        report(rule, .value(steps()), message)
    }

    mutating func report(_ rule: LintRule, naming steps: @autoclosure () -> [LintStep], _ message: String) {
        report(rule, .name(steps()), message)
    }

    mutating func report(_ rule: LintRule, header name: String, _ message: String) {
        report(rule, .header(name), message)
    }

    mutating func report(_ rule: LintRule, _ focus: LintFinding.Focus, _ message: String) {
        guard let severity = policy[rule] else { return }
        findings.append(LintFinding(rule: rule, severity: severity, message: message, focus: focus))
    }
}
