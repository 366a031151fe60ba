/// Why a text is not the JSON that was asked for, and where.
///
/// Two errors are equal when their codes are.
public struct JSONError: Error, Sendable {
    /// The class of a failure; more may come.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name, stable over versions.
        public let name: String

        /// The code's name.
        public var description: String { name }

        /// The text breaks the grammar of RFC 8259.
        public static let malformed = Code(name: "malformed")
        /// The text ends before the value does, or is empty.
        public static let unexpectedEnd = Code(name: "unexpectedEnd")
        /// The bytes are not well-formed UTF-8 (RFC 3629).
        public static let invalidUTF8 = Code(name: "invalidUTF8")
        /// The text starts with a byte order mark, which RFC 8259 section 8.1 forbids to add.
        public static let byteOrderMark = Code(name: "byteOrderMark")
        /// A `\u` escape names half of a surrogate pair without its other half.
        public static let loneSurrogate = Code(name: "loneSurrogate")
        /// Two members of one object have the same name.
        public static let duplicateName = Code(name: "duplicateName")
        /// Arrays and objects stand deeper inside each other than the limit allows.
        public static let tooDeep = Code(name: "tooDeep")
        /// The text has more bytes than the limit allows.
        public static let tooLong = Code(name: "tooLong")
        /// Something other than white space follows the value.
        public static let trailingBytes = Code(name: "trailingBytes")
        /// A value is of another kind than the one asked for.
        public static let wrongKind = Code(name: "wrongKind")
    }

    /// The class of the failure.
    public let code: Code

    /// What is wrong, for a person; never holds bytes of the text.
    public let reason: String

    /// The place of the failure in bytes from the start of the text, from 0.
    public let offset: Int

    /// The line of the failure, from 1; a line feed ends a line.
    public let line: Int

    /// The column of the failure in bytes, from 1.
    public let column: Int

    /// The names and indices on the way to the failure, innermost first.
    private var steps: [String] = []

    init(code: Code, reason: String, offset: Int, line: Int, column: Int) {
        self.code = code
        self.reason = reason
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// The JSON pointer (RFC 6901) of the value that holds the failure; empty for the whole text.
    ///
    /// It is made of member names, so show it only to those who may read the text.
    public var pointer: String {
        steps.reversed().map { "/" + JSONPointer.escape($0) }.joined()
    }

    /// The same failure seen from the container of the value.
    func inside(_ step: String) -> JSONError {
        var error = self
        error.steps.append(step)
        return error
    }
}

extension JSONError: Equatable {
    /// Compares the codes only.
    public static func == (left: JSONError, right: JSONError) -> Bool {
        left.code == right.code
    }
}

extension JSONError: CustomStringConvertible {
    /// Code, reason, line and column; no byte of the text.
    public var description: String {
        "\(code): \(reason) (line \(line), column \(column))"
    }
}
