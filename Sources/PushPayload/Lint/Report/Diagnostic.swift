/// One breach of a rule, and where it is.
public struct Diagnostic: Sendable, Hashable {
    /// The rule.
    public let rule: LintRule
    /// How much it matters under the policy in force.
    public let severity: LintSeverity
    /// What is wrong here, as a sentence; may name members and show short values of the payload.
    public let message: String
    /// Where it is.
    public let place: Place

    /// Where a breach is.
    public enum Place: Sendable, Hashable {
        /// In the payload.
        case payload(Location)
        /// In a header of the request, or where this header is missing.
        case header(String)
    }

    /// A place in the text of a payload.
    public struct Location: Sendable, Hashable {
        /// The JSON pointer (RFC 6901) of the value; for something that is missing, of what lacks it.
        public let pointer: String
        /// The bytes of the text that are meant.
        public let range: Range<Int>
        /// The line on which they begin, from 1; a line feed ends a line.
        public let line: Int
        /// The column in which they begin, in bytes from 1.
        public let column: Int
    }
}
