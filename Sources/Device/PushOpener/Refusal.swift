public import KeyManagement
public import StrictJSON

/// The reason why a push was not opened: a code to branch on and a text for the log, never for the screen.
///
/// The reason contains sizes and key ids, never plaintext.
public struct Refusal: CodedError {
    /// The kind of a refusal; the names are those of the wire format (§5).
    @nonexhaustive
    public enum Code: String, CaseIterable, Sendable {
        /// The payload, or the object with sealed content, has no envelope.
        case notSealed
        /// The payload is not a strict JSON object, or the envelope is malformed.
        case malformed
        /// The suite of the envelope is not known to this reader.
        case unknownSuite
        /// The push was sealed to a key that this device does not have.
        case unknownKey
        /// The push was sealed by a provider key that this device did not pin.
        case unknownSender
        /// In suite 2, this device has pinned a provider key; in suite 3, the shared key is for other purposes.
        case unauthenticatedSender
        /// The suite is not the one that the key was made for.
        case suiteMismatch
        /// The push was sealed to or by a revoked key.
        case revokedKey
        /// A wrong key, topic, audience or purpose, or changed bytes: one code for all.
        case cannotOpen
        /// The push was sealed more than 300 seconds after this device's clock.
        case notYetValid
        /// The push has expired more than 60 seconds ago.
        case expired
        /// The same envelope was opened before.
        case replayed
        /// The device's keyring, or that of the pinned provider, could not be read again for longer than its grace.
        case keyringUnavailable
        /// The sealed bytes are not a message of this version.
        case badMessage
    }

    /// The kind of the refusal.
    public let code: Code
    /// The cause, in lower case, for people.
    public let reason: String
    /// The key that caused the refusal: the device's, the shared one or the sender's; nil for other causes.
    public let key: KeyID?
    /// The role of that key.
    public let keyRole: KeyRole?

    package init(_ code: Code, _ reason: String, key: KeyID? = nil, role: KeyRole? = nil) {
        self.code = code
        self.reason = reason
        self.key = key
        keyRole = role
    }
}
