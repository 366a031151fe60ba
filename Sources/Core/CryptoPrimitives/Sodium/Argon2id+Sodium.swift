#if canImport(CSodium) && !SwiftCrypto
import CSodium

extension Argon2id {
    package static let isAvailable = true

    /// Derives a key in guarded memory; throws `outOfSecretMemory` if `memoryByteCount` bytes cannot be allocated.
    package static func deriveKey(
        passphrase: SecretMemory, salt: [UInt8], passes: Int, memoryByteCount: Int, outputByteCount: Int
    ) throws(CryptoError) -> SecretMemory {
        guard salt.count == saltByteCount, passes >= minimumPasses, memoryByteCount >= minimumMemoryByteCount,
            outputByteCount >= Int(crypto_pwhash_argon2id_BYTES_MIN)
        else { throw .incorrectSize }
        return try unsafe SecretMemory(byteCount: outputByteCount) { output throws(CryptoError) in
            let status = unsafe passphrase.withUnsafeBytes { text in
                unsafe text.withMemoryRebound(to: CChar.self) { text in
                    guard let start = text.baseAddress else { return CInt(-1) }
                    return unsafe crypto_pwhash(
                        output.start, UInt64(output.count), start, UInt64(text.count), salt, UInt64(passes),
                        memoryByteCount, crypto_pwhash_ALG_ARGON2ID13)
                }
            }
            guard status == 0 else { throw .outOfSecretMemory }
        }
    }
}
#endif
