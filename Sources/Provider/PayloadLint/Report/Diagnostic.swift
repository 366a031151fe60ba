/// A breach of a rule.
public struct Diagnostic: Sendable {
    /// The rule.
    public let rule: LintRule
    /// The severity under the linter's settings.
    public let severity: LintSeverity
    /// The problem, as a sentence; may contain names of members and short values of the payload.
    public let message: String
    /// The location of the problem.
    public let location: Location

    /// The location of a problem.
    public enum Location: Sendable, Hashable {
        /// The JSON pointer (RFC 6901) of a value, or of the dictionary that lacks a member; the bytes of the value or of the
        /// member's name; and the line and column of the first byte, from 1. A line feed ends a line, a column is a byte.
        case payload(pointer: String, bytes: Range<Int>, line: Int, column: Int)
        /// The name of a header, present or missing.
        case header(String)
    }
}
