/// A failure of a primitive; carries nothing that depends on a secret.
package enum CryptoError: Error, Sendable {
    /// The tag is wrong: another key, other additional data, or changed bytes.
    case authenticationFailure
    /// A byte string has not the length that the primitive demands.
    case incorrectSize
    /// A public key is a point of low order, or a shared secret came out all zero (RFC 7748 §6.1, RFC 9180 §7.1.4).
    case lowOrderPoint
    /// Guarded memory was not granted.
    case outOfSecretMemory
    /// libsodium could not be initialized.
    case unavailable
}
