/// Why strings could not be read.
///
/// Two errors are equal when their codes are.
public struct LocalizationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The class of the failure; more may come.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name, stable over versions.
        public let description: String

        /// A file cannot be read at all.
        public static let unreadable = Code(description: "unreadable")
        /// A file is larger than 16 MiB.
        public static let tooLarge = Code(description: "tooLarge")
        /// The bytes are no text in the encoding that they announce.
        public static let badEncoding = Code(description: "badEncoding")
        /// The text is no strings file, property list or catalog.
        public static let malformed = Code(description: "malformed")
    }

    /// The class of the failure.
    public let code: Code

    /// What is wrong, with the file's name and the line where one is known.
    public let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// Code and reason.
    public var description: String { "\(code): \(reason)" }

    /// Compares the codes only.
    public static func == (one: LocalizationError, other: LocalizationError) -> Bool { one.code == other.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
