/// A breach of a rule.
public struct Diagnostic: Sendable, Hashable {
    /// The rule.
    public let rule: LintRule
    /// The severity under the policy of the linter.
    public let severity: LintSeverity
    /// The problem, as a sentence; may contain names of members and short values of the payload.
    public let message: String
    /// The location of the problem.
    public let location: Location

    /// The location of a problem.
    public enum Location: Sendable, Hashable {
        /// A position in the payload.
        case payload(Position)
        /// The name of a header, present or missing.
        case header(String)
    }

    /// A position in the text of a payload.
    public struct Position: Sendable, Hashable {
        /// The JSON pointer (RFC 6901) of the value; for a missing member, of the dictionary that lacks it.
        public let pointer: String
        /// The bytes of the value or of the member's name.
        public let range: Range<Int>
        /// The line of the first byte, from 1; a line feed ends a line.
        public let line: Int
        /// The column of the first byte, in bytes from 1.
        public let column: Int
    }
}
