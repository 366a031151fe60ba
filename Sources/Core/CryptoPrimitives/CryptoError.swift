/// A failure of a primitive; contains nothing that depends on a secret.
package enum CryptoError: Error, Sendable {
    /// The tag is wrong: another key, other additional data, or changed bytes.
    case authenticationFailure
    /// A link of a chain was asked for that is before the first, and cannot be computed.
    case erasedKey
    /// A byte string has the wrong length for the primitive.
    case incorrectSize
    /// A public key is a point of low order, or a shared secret is all zero (RFC 7748 §6.1, RFC 9180 §7.1.4).
    case lowOrderPoint
    /// Guarded memory could not be allocated.
    case outOfSecretMemory
    /// The backend lacks the primitive, or libsodium could not be initialized.
    case unavailable
}
