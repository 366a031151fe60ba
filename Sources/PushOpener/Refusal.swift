public import KeyManagement
public import StrictJSON

/// The reason why a push was not opened: a code to branch on and a text for the log, never for the screen.
///
/// The user sees the placeholder and no detail, whatever the code. The reason contains sizes and key ids, never
/// plaintext.
public struct Refusal: CodedError {
    /// The kind of a refusal; the names are those of the wire format (§5).
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name, such as `cannotOpen`.
        public let description: String

        private init(_ name: String) { description = name }

        /// The payload, or the object with sealed content, has no envelope.
        public static let notSealed = Code("notSealed")
        /// The payload is not a strict JSON object, or the envelope is malformed.
        public static let malformed = Code("malformed")
        /// The suite of the envelope is not known to this reader.
        public static let unknownSuite = Code("unknownSuite")
        /// The push was sealed to a key that this device does not have.
        public static let unknownKey = Code("unknownKey")
        /// The push was sealed by a provider key that this device did not pin.
        public static let unknownSender = Code("unknownSender")
        /// The suite does not authenticate the sender, and this device has pinned a provider key.
        public static let unauthenticatedSender = Code("unauthenticatedSender")
        /// The push was sealed to or by a revoked key.
        public static let revokedKey = Code("revokedKey")
        /// A wrong key, topic, audience or purpose, or changed bytes: one code for all.
        public static let cannotOpen = Code("cannotOpen")
        /// The push was sealed later than this device's clock plus the skew.
        public static let notYetValid = Code("notYetValid")
        /// The push has expired.
        public static let expired = Code("expired")
        /// The same envelope was opened before.
        public static let replayed = Code("replayed")
        /// The sealed bytes are not a message of this version.
        public static let badMessage = Code("badMessage")

        /// All codes, in the order in which a reader checks.
        package static let all: [Code] = [
            malformed, notSealed, unknownSuite, unauthenticatedSender, unknownKey, unknownSender, revokedKey,
            cannotOpen, badMessage, notYetValid, expired, replayed,
        ]
    }

    /// The kind of the refusal.
    public let code: Code
    /// The cause, in lower case, for people.
    public let reason: String
    /// The key that caused the refusal: the device's, the shared one or the sender's; nil for other causes.
    public let key: KeyID?
    /// The role of that key.
    public let keyRole: KeyRole?

    init(_ code: Code, _ reason: String, key: KeyID? = nil, role: KeyRole? = nil) {
        self.code = code
        self.reason = reason
        self.key = key
        keyRole = role
    }
}
