/// The reason why a value is not a payload, header or path that APNs or SealedPush accepts.
///
/// Two errors are equal if their codes are.
public struct PayloadError: Error, Sendable {
    /// The class of a failure; later versions may add more.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name, stable over versions.
        public let name: String

        /// The code's name.
        public var description: String { name }

        /// The root of a payload is not a JSON object.
        public static let notAnObject = Code(name: "notAnObject")
        /// A topic lacks the suffix of the push type, or contains characters that a header cannot carry.
        public static let badTopic = Code(name: "badTopic")
        /// A push type is missing, contradicts the content, or contains characters that a header cannot carry.
        public static let badPushType = Code(name: "badPushType")
        /// A priority is not allowed with the push type.
        public static let badPriority = Code(name: "badPriority")
        /// A collapse id is empty, longer than 64 bytes, or contains control characters.
        public static let badCollapseID = Code(name: "badCollapseID")
        /// A notification id is not a canonical lower-case UUID.
        public static let badID = Code(name: "badID")
        /// An expiration is not a number of seconds.
        public static let badExpiration = Code(name: "badExpiration")
        /// A broadcast channel's id is not base64.
        public static let badChannelID = Code(name: "badChannelID")
        /// A header occurs twice.
        public static let duplicateHeader = Code(name: "duplicateHeader")
        /// A path does not name a member.
        public static let badPath = Code(name: "badPath")
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

extension PayloadError: Equatable {
    /// Compares the codes only.
    public static func == (left: PayloadError, right: PayloadError) -> Bool {
        left.code == right.code
    }
}

extension PayloadError: CustomStringConvertible {
    /// The code and the reason.
    public var description: String { "\(code): \(reason)" }
}
