/// A state of a keyring that needs attention.
public struct KeyWarning: Sendable, Hashable, CustomStringConvertible {
    /// The class of a warning; new kinds may be added.
    @nonexhaustive
    public enum Kind: String, CaseIterable, Sendable {
        /// The key in use reaches the age of the policy soon.
        case expiresSoon
        /// The key in use has passed the age of the policy.
        case expired
        /// No key is in use, so nothing can be sealed.
        case noActiveKey
        /// A key has been pending for longer than the policy's notice: its enrolment or rotation was not finished.
        case stillPending
        /// The clock shows a time before the key was made, so ages are unknown.
        case madeInTheFuture
        /// The secret of a key that is revoked or whose grace has ended is still there.
        case endedSecret
    }

    /// The class of the warning.
    public let kind: Kind
    /// The key that the warning is about, where it is about one.
    public let key: Thumbprint?
    /// When the key reaches the age of the policy, was due, or was made, in UNIX seconds.
    public let time: UInt32?
    /// The warning in words.
    public let description: String

    init(_ kind: Kind, _ key: Key?, time: UInt32? = nil, _ description: String) {
        self.kind = kind
        self.key = key?.thumbprint
        self.time = time
        self.description = description
    }
}
