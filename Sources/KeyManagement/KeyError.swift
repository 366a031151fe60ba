public import StrictJSON

/// A failure of key management: a code to branch on and a reason for people.
///
/// The reason names sizes, ids and paths, never a secret.
public struct KeyError: CodedError {
    /// The class of the failure; new classes may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name.
        public let description: String

        private init(_ name: String) { description = name }

        /// The name is not 1 to 64 of `A-Z a-z 0-9 . _ -`, or starts with a dot or a dash.
        public static let invalidName = Code("invalidName")
        /// There is no such keyring.
        public static let notFound = Code("notFound")
        /// A file of that name exists and is not overwritten.
        public static let alreadyExists = Code("alreadyExists")
        /// The file cannot be read or written.
        public static let inputOutput = Code("inputOutput")
        /// The path is a directory, a pipe or a device.
        public static let notRegularFile = Code("notRegularFile")
        /// A file with secrets is a symbolic link, or a link is to be replaced.
        public static let symbolicLink = Code("symbolicLink")
        /// A file with secrets belongs to another user.
        public static let wrongOwner = Code("wrongOwner")
        /// Others may read or write a file with secrets.
        public static let insecurePermissions = Code("insecurePermissions")
        /// Everyone may write a file with public keys.
        public static let writableByEveryone = Code("writableByEveryone")
        /// A file with secrets lies in a folder that others may write, or that belongs to another user.
        public static let insecureFolder = Code("insecureFolder")
        /// The file is larger than any keyring.
        public static let tooLarge = Code("tooLarge")
        /// The file is no JWK Set of this project's kind.
        public static let malformed = Code("malformed")
        /// The file is empty or ends too early.
        public static let truncated = Code("truncated")
        /// Two members of one object have the same name, or two keys are the same.
        public static let duplicate = Code("duplicate")
        /// A key has the wrong type, size or encoding.
        public static let invalidKey = Code("invalidKey")
        /// A key is on another curve than X25519.
        public static let wrongCurve = Code("wrongCurve")
        /// A secret stands where only public keys belong.
        public static let unexpectedSecret = Code("unexpectedSecret")
        /// A public key with which every secret agrees on the same value (RFC 7748 §6.1).
        public static let lowOrderPublicKey = Code("lowOrderPublicKey")
        /// The public half in a file is not that of the secret half.
        public static let mismatchedHalves = Code("mismatchedHalves")
        /// The keyring is of another role than the one asked for.
        public static let wrongRole = Code("wrongRole")
        /// The secret half is asked for where only the public one is, or the other way round.
        public static let wrongHalf = Code("wrongHalf")
        /// The key is in a state that does not allow what was asked for.
        public static let wrongState = Code("wrongState")
        /// Two keys have the id by which one was named.
        public static let ambiguous = Code("ambiguous")
        /// No key of the keyring is active.
        public static let noActiveKey = Code("noActiveKey")
        /// The keyring is protected by a passphrase and none was given.
        public static let locked = Code("locked")
        /// The passphrase is not the keyring's, or it is empty, too long, or not the same twice.
        public static let wrongPassphrase = Code("wrongPassphrase")
        /// A passphrase would take more work or memory than is allowed.
        public static let excessiveCost = Code("excessiveCost")
        /// There is no terminal to ask for a passphrase on.
        public static let noTerminal = Code("noTerminal")
        /// A challenge comes from a provider that is not pinned, or from no provider where one is pinned.
        public static let unknownSender = Code("unknownSender")
        /// A challenge was made for another key, topic or audience, or changed on the way.
        public static let cannotOpen = Code("cannotOpen")
        /// An answer came that is not awaited.
        public static let noChallenge = Code("noChallenge")
        /// An answer came after its time.
        public static let tooLate = Code("tooLate")
        /// An answer is not the one to the latest challenge.
        public static let wrongAnswer = Code("wrongAnswer")
        /// Another process held the lock of the folder for too long.
        public static let busy = Code("busy")
        /// Guarded memory or the library is not available.
        public static let unavailable = Code("unavailable")
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
