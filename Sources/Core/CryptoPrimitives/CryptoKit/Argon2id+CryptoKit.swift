#if SwiftCrypto || !canImport(CSodium)

// CryptoKit has no Argon2id: no keyring has a passphrase.

extension Argon2id {
    package static let isAvailable = false

    /// Throws `unavailable`.
    package static func deriveKey(
        passphrase: SecretMemory, salt: [UInt8], passes: Int, memoryByteCount: Int, outputByteCount: Int
    ) throws(CryptoError) -> SecretMemory {
        throw .unavailable
    }
}
#endif
