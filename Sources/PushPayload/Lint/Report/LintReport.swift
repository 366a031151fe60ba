/// What the linter found.
public struct LintReport: Sendable, Hashable {
    /// The breaches: those of the payload in the order of its text, then those of the headers.
    public let diagnostics: [Diagnostic]
    /// The type that the push was checked as: the one that was said, or the one that the content tells.
    public let pushType: PushType?
    /// The size of the payload in bytes.
    public let byteCount: Int
    /// The most bytes that it may have.
    public let limit: Int
    /// The text that the places refer to.
    let text: [UInt8]

    /// Whether there is nothing of this severity or a worse one.
    public func isClean(of severity: LintSeverity) -> Bool {
        let counted: [LintSeverity] =
            switch severity {
            case .error: [.error]
            case .warning: [.error, .warning]
            case .note: [.error, .warning, .note]
            }
        return !diagnostics.contains { counted.contains($0.severity) }
    }
}
