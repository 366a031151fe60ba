#if SwiftCrypto || !canImport(CSodium)

// CryptoKit has neither Argon2id nor libsodium's sealed box: no keyring has a passphrase, and suite 4 is an unknown suite.

extension Argon2id {
    package static let isAvailable = false

    /// Throws `unavailable`.
    package static func deriveKey(
        passphrase: SecretMemory, salt: [UInt8], passes: Int, memoryByteCount: Int, outputByteCount: Int
    ) throws(CryptoError) -> SecretMemory {
        throw .unavailable
    }
}

extension SealedBox {
    package static let isAvailable = false

    /// Throws `unavailable`.
    package static func seal(
        _ message: Span<UInt8>, to recipient: X25519.PublicKey, randomness: Randomness = .system,
        appendingTo output: inout [UInt8]
    ) throws(CryptoError) {
        throw .unavailable
    }

    /// Throws `unavailable`.
    package static func open(_ sealed: Span<UInt8>, with key: X25519.PrivateKey) throws(CryptoError) -> [UInt8] {
        throw .unavailable
    }
}
#endif
