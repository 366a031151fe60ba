public import StrictJSON

/// The reason why strings could not be read.
public struct LocalizationError: CodedError {
    /// The class of the failure; later versions may add more.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name, stable over versions.
        public let description: String

        /// A file cannot be read.
        public static let unreadable = Code(description: "unreadable")
        /// A file is larger than 16 MiB.
        public static let tooLarge = Code(description: "tooLarge")
        /// The bytes are invalid in the encoding that they declare.
        public static let badEncoding = Code(description: "badEncoding")
        /// The text is not a strings file, property list or catalog.
        public static let malformed = Code(description: "malformed")
    }

    /// The class of the failure.
    public let code: Code

    /// The description of the failure, with the file's name and the line where known.
    public let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}
