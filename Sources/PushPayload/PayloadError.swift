/// The reason why a value is not a payload, header or path that APNs or SealedPush accepts.
public struct PayloadError: CodedError {
    /// The class of a failure; later versions may add more.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name, stable over versions.
        public let description: String

        /// The root of a payload is not a JSON object.
        public static let notAnObject = Code(description: "notAnObject")
        /// A topic lacks the suffix of the push type, or contains characters that a header cannot carry.
        public static let badTopic = Code(description: "badTopic")
        /// A push type is missing, contradicts the content, or contains characters that a header cannot carry.
        public static let badPushType = Code(description: "badPushType")
        /// A priority is not allowed with the push type.
        public static let badPriority = Code(description: "badPriority")
        /// A collapse id is empty, longer than 64 bytes, or contains control characters.
        public static let badCollapseID = Code(description: "badCollapseID")
        /// A notification id is not a canonical lower-case UUID.
        public static let badID = Code(description: "badID")
        /// An expiration is not a number of seconds.
        public static let badExpiration = Code(description: "badExpiration")
        /// A broadcast channel's id is not base64.
        public static let badChannelID = Code(description: "badChannelID")
        /// A header occurs twice.
        public static let duplicateHeader = Code(description: "duplicateHeader")
        /// A path does not name a member.
        public static let badPath = Code(description: "badPath")
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
