import CryptoPrimitives
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
        /// A file with secrets is in a folder that others may write, or that belongs to another user.
        case insecureFolder
        /// The file is larger than any keyring.
        case tooLarge
        /// The file is not a JWK Set of this project's kind.
        case malformed
        /// The file is empty or ends too early.
        case truncated
        /// Two members of one object have the same name, or two keys are the same.
        case duplicate
        /// A published set has a lower version than the one that is pinned.
        case olderSet
        /// A key has the wrong type, size or encoding.
        case invalidKey
        /// A key is on another curve than X25519.
        case wrongCurve
        /// A secret is where only public keys are expected.
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
        /// The keyring holds no key, and is not stored.
        case noKey
        /// No key of the keyring is active.
        case noActiveKey
        /// The provider's keyring of a registry cannot be read, or has no active key; the reason states which.
        case providerUnavailable
        /// The keyring is protected by a passphrase and none was given.
        case locked
        /// The passphrase is not the keyring's, or it is empty, too long, or not the same twice.
        case wrongPassphrase
        /// A passphrase would take more work or memory than is allowed.
        case excessiveCost
        /// This build has no passphrases, since its cryptography is CryptoKit's API, which lacks Argon2id.
        case passphrasesUnavailable
        /// There is no terminal to ask for a passphrase on.
        case noTerminal
        /// A challenge comes from a provider key that is not pinned.
        case unknownSender
        /// A challenge comes from a provider key that is revoked.
        case revokedKey
        /// A challenge was made for another key, topic or audience, or was modified.
        case cannotOpen
        /// No offer waits for this challenge, or its 10 minutes have passed.
        case noOffer
        /// A challenge lacks ML-KEM-768, which the device requires.
        case weakChallenge
        /// A challenge asks for a lifetime of messages that the device does not accept.
        case lifetimeRefused
        /// A challenge has a day far from that of the device's clock.
        case wrongClock
        /// No key awaits this confirmation.
        case noAnswer
        /// A confirmation is not of the chain of its key.
        case wrongConfirmation
        /// No challenge waits for this answer.
        case noChallenge
        /// An answer arrived after its deadline.
        case tooLate
        /// An answer is not the one to the latest challenge.
        case wrongAnswer
        /// The message of a device's request is not one; the reason is that of the reader.
        case invalidRequest
        /// Another process held the lock of the folder for too long.
        case busy
        /// Guarded memory or the library is not available.
        case unavailable
        /// The keychain cannot be read before the device is unlocked for the first time since it started.
        case beforeFirstUnlock
        /// The app or extension has no entitlement for the keychain access group.
        case missingEntitlement
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

extension KeyError {
    /// Whether the text of a keyring is at fault, which stays so.
    var isDamage: Bool {
        switch code {
        case .malformed, .truncated, .tooLarge, .duplicate, .invalidKey, .wrongCurve, .lowOrderPublicKey,
            .mismatchedHalves:
            true
        default: false
        }
    }

    init(lockedKeyring name: UTF8Text) {
        self.init(.locked, "keyring \(name) is protected by a passphrase, and none was given")
    }

    /// The error for a primitive that refused a key, or for which memory or the library is missing.
    init(_ failure: CryptoError) {
        switch failure {
        case .incorrectSize: self.init(.invalidKey, "expected \(X25519.byteCount) bytes for a key")
        case .lowOrderPoint: self.init(.lowOrderPublicKey, "the public key is a point of low order")
        case .outOfSecretMemory:
            self.init(
                .unavailable,
                "guarded memory for a key is not available; each secret takes 4 mappings of the process (vm.max_map_count)"
            )
        case .erasedKey: self.init(.wrongState, "the key of that day was erased")
        case .authenticationFailure, .unavailable: self.init(.unavailable, "the primitive is not available")
        }
    }

    init(_ error: JSONError, in subject: String, expecting form: String) {
        switch error.code {
        case .unexpectedEnd: self.init(.truncated, "\(subject) ends too early: \(error.reason)")
        case .duplicateName: self.init(.duplicate, "\(subject) names a member twice: \(error.reason)")
        case .tooLong: self.init(.tooLarge, "\(subject) is too large: \(error.reason)")
        default: self.init(.malformed, "\(subject) is not \(form): \(error.reason)")
        }
    }
}

/// Evaluates a call of CryptoPrimitives; its failure becomes a ``KeyError``.
func withKeyErrors<Result>(_ call: @autoclosure () throws(CryptoError) -> Result) throws(KeyError) -> Result {
    do throws(CryptoError) {
        return try call()
    } catch {
        throw KeyError(error)
    }
}

func check(_ condition: Bool, _ code: KeyError.Code, _ reason: @autoclosure () -> String) throws(KeyError) {
    if !condition { throw KeyError(code, reason()) }
}
