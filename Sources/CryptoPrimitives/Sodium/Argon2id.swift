import CSodium

/// Argon2id 1.3 with one lane (RFC 9106; libsodium's `crypto_pwhash`), which derives a key from a passphrase at a high
/// cost.
package enum Argon2id {
    /// The size of a salt in bytes.
    package static let saltByteCount = Int(crypto_pwhash_argon2id_SALTBYTES)
    /// The minimum number of passes.
    package static let minimumPasses = Int(crypto_pwhash_argon2id_OPSLIMIT_MIN)
    /// The minimum memory, in bytes.
    package static let minimumMemoryByteCount = Int(crypto_pwhash_argon2id_MEMLIMIT_MIN)

    /// Derives a key in guarded memory; uses `memoryByteCount` bytes of memory while it runs.
    ///
    /// - Throws: `CryptoError.incorrectSize` for a salt, cost or output size that the library does not accept,
    ///   `CryptoError.outOfSecretMemory` if the memory cannot be allocated.
    package static func deriveKey(
        passphrase: SecretMemory,
        salt: Span<UInt8>,
        passes: Int,
        memoryByteCount: Int,
        outputByteCount: Int
    ) throws(CryptoError) -> SecretMemory {
        guard salt.count == saltByteCount, passes >= minimumPasses, memoryByteCount >= minimumMemoryByteCount,
            outputByteCount >= Int(crypto_pwhash_argon2id_BYTES_MIN)
        else { throw .incorrectSize }
        return try unsafe SecretMemory(byteCount: outputByteCount) { output throws(CryptoError) in
            let status = unsafe passphrase.withUnsafeBytes { text in
                unsafe salt.withUnsafeBytes { salt in
                    unsafe text.withMemoryRebound(to: CChar.self, capacity: passphrase.byteCount) { text in
                        unsafe crypto_pwhash(
                            output.start, UInt64(output.count), text, UInt64(passphrase.byteCount), salt.start,
                            UInt64(passes), memoryByteCount, crypto_pwhash_ALG_ARGON2ID13)
                    }
                }
            }
            guard status == 0 else { throw .outOfSecretMemory }
        }
    }
}
