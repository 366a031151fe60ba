public import StrictJSON

/// A failure of key management: a code to branch on and a reason for people.
///
/// The reason names sizes, ids and paths, never a secret.
public struct KeyError: CodedError {
    /// The class of the failure; new classes may be added.
    @nonexhaustive
    public enum Code: String, Sendable {
        /// The name is not 1 to 64 of `A-Z a-z 0-9 . _ -`, or starts with a dot or a dash.
        case invalidName
        /// There is no such keyring.
        case notFound
        /// A file of that name exists and is not overwritten.
        case alreadyExists
        /// The file cannot be read or written.
        case inputOutput
        /// The path is a directory, a pipe or a device.
        case notRegularFile
        /// A file with secrets is a symbolic link, or a link is to be replaced.
        case symbolicLink
        /// A file with secrets belongs to another user.
        case wrongOwner
        /// Others may read or write a file with secrets.
        case insecurePermissions
        /// Everyone may write a file with public keys.
        case writableByEveryone
        /// A file with secrets lies in a folder that others may write, or that belongs to another user.
        case insecureFolder
        /// The file is larger than any keyring.
        case tooLarge
        /// The file is no JWK Set of this project's kind.
        case malformed
        /// The file is empty or ends too early.
        case truncated
        /// Two members of one object have the same name, or two keys are the same.
        case duplicate
        /// A key has the wrong type, size or encoding.
        case invalidKey
        /// A key is on another curve than X25519.
        case wrongCurve
        /// A secret stands where only public keys belong.
        case unexpectedSecret
        /// A public key with which every secret agrees on the same value (RFC 7748 §6.1).
        case lowOrderPublicKey
        /// The public half in a file is not that of the secret half.
        case mismatchedHalves
        /// The keyring is of another role than the one asked for.
        case wrongRole
        /// The secret half is asked for where only the public one is, or the other way round.
        case wrongHalf
        /// The key is in a state that does not allow what was asked for.
        case wrongState
        /// Two keys have the id by which one was named.
        case ambiguous
        /// No key of the keyring is active.
        case noActiveKey
        /// The keyring is protected by a passphrase and none was given.
        case locked
        /// The passphrase is not the keyring's, or it is empty, too long, or not the same twice.
        case wrongPassphrase
        /// A passphrase would take more work or memory than is allowed.
        case excessiveCost
        /// There is no terminal to ask for a passphrase on.
        case noTerminal
        /// A challenge comes from a provider that is not pinned, or from no provider where one is pinned.
        case unknownSender
        /// A challenge was made for another key, topic or audience, or changed on the way.
        case cannotOpen
        /// An answer came that is not awaited.
        case noChallenge
        /// An answer came after its time.
        case tooLate
        /// An answer is not the one to the latest challenge.
        case wrongAnswer
        /// Another process held the lock of the folder for too long.
        case busy
        /// Guarded memory or the library is not available.
        case unavailable
    }

    /// The class of the failure.
    public let code: Code
    /// The problem, in lower case, for people.
    public let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}
