public import StrictJSON

/// A fault of an app's strings; no push fails by it.
public struct LocalizationError: CodedError {
    /// The class of the failure; later versions may add more.
    @nonexhaustive
    public enum Code: String, Sendable {
        /// A file cannot be read.
        case unreadable
        /// A file is larger than 16 MiB, or there are more than 1,000 languages.
        case tooLarge
        /// The bytes are invalid in the encoding that they declare.
        case badEncoding
        /// The text is not a strings file, property list or catalog.
        case malformed
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
