/// The reason why a value is not a payload, header or path that APNs or SealedPush accepts.
public struct PayloadError: CodedError {
    /// The class of a failure; later versions may add more.
    @nonexhaustive
    public enum Code: String, Sendable {
        /// The root of a payload, or an encoded value, is not a JSON object.
        case notAnObject
        /// A topic contains characters that a header cannot carry.
        case badTopic
        /// A push type is missing, contradicts the content, or contains characters that a header cannot carry.
        case badPushType
        /// A priority is not allowed with the push type.
        case badPriority
        /// A collapse id is empty, longer than 64 bytes, or contains control characters.
        case badCollapseID
        /// A notification id is not a canonical lower-case UUID.
        case badID
        /// A broadcast channel's id is not base64.
        case badChannelID
        /// A path does not name a member.
        case badPath
    }

    /// The class of the failure.
    public let code: Code

    /// The description of the failure, for a person; never contains bytes of the payload.
    public let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}
