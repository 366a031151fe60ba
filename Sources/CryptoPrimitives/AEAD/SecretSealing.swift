import CSodium

extension XChaCha20Poly1305 {
    /// Returns the message inside `nonce ‖ ciphertext ‖ tag` in guarded memory, for messages that are secrets
    /// themselves.
    ///
    /// - Throws: `CryptoError.incorrectSize` for a wrong key size or at most 40 bytes,
    ///   `CryptoError.authenticationFailure` for a wrong tag, `CryptoError.outOfSecretMemory`.
    package static func openSecret(
        _ sealed: Span<UInt8>,
        using key: SecretMemory,
        authenticating additionalData: Span<UInt8>
    ) throws(CryptoError) -> SecretMemory {
        let overhead = nonceByteCount + tagByteCount
        guard key.byteCount == keyByteCount, sealed.count > overhead else { throw .incorrectSize }
        return try unsafe SecretMemory(byteCount: sealed.count - overhead) { output throws(CryptoError) in
            let status = unsafe key.withUnsafeBytes { key in
                unsafe sealed.withUnsafeBytes { sealed in
                    unsafe additionalData.withUnsafeBytes { additionalData in
                        unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
                            output.start, nil, nil,
                            sealed.start + nonceByteCount, UInt64(sealed.count - nonceByteCount),
                            additionalData.start, UInt64(additionalData.count), sealed.start, key
                        )
                    }
                }
            }
            guard status == 0 else { throw .authenticationFailure }
        }
    }
}
