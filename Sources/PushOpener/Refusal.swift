public import KeyManagement

/// Why a push was not opened: a code to branch on and a reason for the log, never for the screen.
///
/// Whatever the code, the user sees the placeholder and no detail (wire format §7). Two refusals are equal when their
/// codes are. The reason names sizes and key ids, never plaintext.
public struct Refusal: Error, Sendable, Equatable, CustomStringConvertible {
    /// What kind of refusal it is; the names are those of the wire format.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name, such as `cannotOpen`.
        public let description: String

        private init(_ name: String) { description = name }

        /// The payload has no envelope.
        public static let notSealed = Code("notSealed")
        /// The payload is no strict JSON object, or the envelope is no envelope.
        public static let malformed = Code("malformed")
        /// The envelope's suite is not one that this reader knows.
        public static let unknownSuite = Code("unknownSuite")
        /// It was sealed to a key that this device has not.
        public static let unknownKey = Code("unknownKey")
        /// It was sealed by a provider key that this device has not pinned.
        public static let unknownSender = Code("unknownSender")
        /// It proves nothing about its sender, though this device has pinned a provider key.
        public static let unauthenticatedSender = Code("unauthenticatedSender")
        /// It was sealed to or by a key that is revoked.
        public static let revokedKey = Code("revokedKey")
        /// Wrong key, wrong topic or audience, or changed bytes: one code for all.
        public static let cannotOpen = Code("cannotOpen")
        /// It was sealed in what is the future for this device's clock.
        public static let notYetValid = Code("notYetValid")
        /// Its time is over.
        public static let expired = Code("expired")
        /// The same envelope was opened before.
        public static let replayed = Code("replayed")
        /// What was sealed is no message of this version.
        public static let badMessage = Code("badMessage")

        /// All codes, in the order in which a reader checks.
        public static let all: [Code] = [
            malformed, notSealed, unknownSuite, unauthenticatedSender, unknownKey, unknownSender, revokedKey,
            cannotOpen, badMessage, notYetValid, expired, replayed,
        ]
    }

    /// What kind of refusal it is.
    public let code: Code
    /// What was wrong, in lower case, for people.
    public let reason: String
    /// The key that the push named, where it is refused for the sake of a key: the device's, the shared one or the sender's.
    public let key: KeyID?
    /// What that key is for.
    public let keyRole: KeyRole?

    init(_ code: Code, _ reason: String, key: KeyID? = nil, role: KeyRole? = nil) {
        self.code = code
        self.reason = reason
        self.key = key
        keyRole = role
    }

    /// Compares the codes.
    public static func == (left: Refusal, right: Refusal) -> Bool { left.code == right.code }

    /// The code and the reason.
    public var description: String { "\(code): \(reason)" }
}
