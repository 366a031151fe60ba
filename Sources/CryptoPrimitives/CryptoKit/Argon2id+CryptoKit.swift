#if SwiftCrypto || !canImport(CSodium)

/// Argon2id, which CryptoKit lacks: keyrings with a passphrase are for servers, whose backend is libsodium.
package enum Argon2id {
    package static let saltByteCount = 16
    package static let minimumPasses = 1
    package static let minimumMemoryByteCount = 8192

    /// Throws `unavailable`.
    package static func deriveKey(
        passphrase: SecretMemory, salt: [UInt8], passes: Int, memoryByteCount: Int, outputByteCount: Int
    ) throws(CryptoError) -> SecretMemory {
        throw .unavailable
    }
}
#endif
