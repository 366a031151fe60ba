public import PushPayload

/// The result of a check.
public struct LintReport: Sendable, Hashable {
    /// The breaches: those of the payload in the order of its text, then those of the headers.
    public let diagnostics: [Diagnostic]
    /// The push type of the check: the stated one, or the one that the content determines.
    public let pushType: PushType?
    /// The size of the payload in bytes.
    public let byteCount: Int
    /// The most bytes that the payload may have.
    public let limit: Int
    /// The text of the payload.
    let text: [UInt8]

    /// Returns whether there is no diagnostic of this severity or a higher one.
    public func isClean(of severity: LintSeverity) -> Bool {
        let lower = LintSeverity.allCases.drop { $0 != severity }.dropFirst()
        return diagnostics.allSatisfy { lower.contains($0.severity) }
    }
}
