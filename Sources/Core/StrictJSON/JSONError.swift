/// The reason why a text is not the expected JSON, and its position.
public struct JSONError: CodedError {
    /// The class of a failure; later versions may add codes.
    @nonexhaustive
    public enum Code: String, Sendable {
        /// The text breaks the grammar of RFC 8259.
        case malformed
        /// The text ends before the value does, or is empty.
        case unexpectedEnd
        /// The bytes are not well-formed UTF-8 (RFC 3629).
        case invalidUTF8
        /// The text starts with a byte order mark, which writers must not add (RFC 8259 section 8.1).
        case byteOrderMark
        /// A `\u` escape is one half of a surrogate pair without the other.
        case loneSurrogate
        /// Two members of one object have the same name.
        case duplicateName
        /// Arrays and objects are nested deeper than the limit.
        case tooDeep
        /// The text is longer than the limit.
        case tooLong
        /// The value is followed by something other than white space.
        case trailingBytes
        /// A value is not of the expected kind.
        case wrongKind
    }

    /// The class of the failure.
    public let code: Code

    /// A description of the failure without its position; contains no bytes of the text.
    package let problem: String

    /// The offset of the failure in bytes, from 0.
    public let offset: Int

    /// The line of the failure, from 1; only a line feed ends a line.
    public let line: Int

    /// The column of the failure in bytes, from 1.
    public let column: Int

    /// The names and indices that lead to the failure, innermost first.
    private(set) var steps: [UTF8Text] = []

    /// The JSON pointer (RFC 6901) of the value that holds the failure; empty for the whole text.
    ///
    /// It consists of member names, so show it only to people who may read the text.
    public var pointer: String { JSONPointer.text(of: steps.reversed()) }

    /// A description of the failure for people, with its line and column unless a limit is exceeded; contains no bytes of the text.
    public var reason: String { code == .tooLong ? problem : "\(problem) (line \(line), column \(column))" }

    /// Returns the same error with the step from the container to the value added to its pointer.
    func inside(_ step: String) -> JSONError {
        var error = self
        error.steps.append(UTF8Text(step))
        return error
    }
}
