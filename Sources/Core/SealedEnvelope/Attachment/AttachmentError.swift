public import StrictJSON

/// The reason why a file was not sealed as an attachment, or a blob not opened.
public struct AttachmentError: CodedError {
    /// The kind of a failure; new kinds may be added.
    ///
    /// The first ones are in the order of the checks.
    @nonexhaustive
    public enum Code: String, CaseIterable, Sendable, Codable {
        /// A descriptor has an unknown, missing or wrong member, or there are more than four; or its address is not https.
        case invalidDescriptor
        /// The address is not https, its host is not one of the app's, or it has user information or a fragment.
        case forbiddenHost
        /// The type is not one of the app's.
        case forbiddenType
        /// The file is larger than the limit of its type.
        case tooLarge
        /// The blob does not have the length that follows from the size of the file.
        case badSize
        /// The host cannot be reached, answers with another status than 200, or the connection ends too early.
        case downloadFailed
        /// The digest of the blob is another one.
        case badDigest
        /// A chunk does not open, or the padding is not zero.
        case cannotOpen
        /// The first bytes of the file are not those of its type.
        case wrongContent
        /// The extension's time was nearly over.
        case outOfTime
        /// A file cannot be read or written, or guarded memory is not available.
        case unavailable
    }

    /// The kind of the failure.
    public let code: Code
    /// The cause, in lower case, for people.
    public let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}
