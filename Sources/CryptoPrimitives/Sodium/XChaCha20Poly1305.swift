import CSodium

/// XChaCha20-Poly1305 with a 24-byte nonce, long enough to be chosen at random (libsodium's
/// `crypto_aead_xchacha20poly1305_ietf`, draft-irtf-cfrg-xchacha).
package enum XChaCha20Poly1305 {
    /// The size of a key in bytes.
    package static let keyByteCount = Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES)
    /// The size of a nonce in bytes.
    package static let nonceByteCount = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
    /// The size of a tag in bytes.
    package static let tagByteCount = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

    /// Appends `nonce ‖ ciphertext ‖ tag`, 40 bytes more than the message, with a nonce from `randomness`.
    ///
    /// - Throws: `CryptoError.incorrectSize` for a key that is not 32 bytes long.
    package static func seal(
        _ message: Span<UInt8>,
        using key: SecretMemory,
        authenticating additionalData: Span<UInt8>,
        randomness: Randomness = .system,
        appendingTo output: inout [UInt8]
    ) throws(CryptoError) {
        guard key.byteCount == keyByteCount else { throw .incorrectSize }
        try unsafe output.append(count: nonceByteCount + message.count + tagByteCount) { output throws(CryptoError) in
            let nonce = unsafe output.part(0, nonceByteCount)
            unsafe randomness.fill(nonce)
            let status = unsafe key.withUnsafeBytes { key in
                unsafe message.withUnsafeBytes { message in
                    unsafe additionalData.withUnsafeBytes { additionalData in
                        unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
                            output.start + nonceByteCount, nil, message.start, UInt64(message.count),
                            additionalData.start, UInt64(additionalData.count), nil, nonce.start, key
                        )
                    }
                }
            }
            // The function never fails. If it did, `output` could still contain the plaintext.
            guard status == 0 else { throw .incorrectSize }
        }
    }

    /// Returns the message inside `nonce ‖ ciphertext ‖ tag`.
    ///
    /// - Throws: `CryptoError.incorrectSize` for a wrong key size or less than 40 bytes,
    ///   `CryptoError.authenticationFailure` for a wrong tag.
    package static func open(
        _ sealed: Span<UInt8>,
        using key: SecretMemory,
        authenticating additionalData: Span<UInt8>
    ) throws(CryptoError) -> [UInt8] {
        let count = try messageByteCount(in: sealed, using: key)
        guard count >= 0 else { throw .incorrectSize }
        var message: [UInt8] = []
        try unsafe message.append(count: count) { output throws(CryptoError) in
            try unsafe open(sealed, using: key, additionalData, into: output)
        }
        return message
    }

    /// Returns the message in guarded memory, for messages that are secrets themselves.
    ///
    /// - Throws: The errors of ``open(_:using:authenticating:)``; `CryptoError.incorrectSize` also for an empty message,
    ///   `CryptoError.outOfSecretMemory`.
    package static func openSecret(
        _ sealed: Span<UInt8>,
        using key: SecretMemory,
        authenticating additionalData: Span<UInt8>
    ) throws(CryptoError) -> SecretMemory {
        try unsafe SecretMemory(byteCount: messageByteCount(in: sealed, using: key)) { output throws(CryptoError) in
            try unsafe open(sealed, using: key, additionalData, into: output)
        }
    }

    /// Returns the size of the message; negative if the sealed bytes are too short.
    private static func messageByteCount(in sealed: Span<UInt8>, using key: SecretMemory) throws(CryptoError) -> Int {
        guard key.byteCount == keyByteCount else { throw .incorrectSize }
        return sealed.count - nonceByteCount - tagByteCount
    }

    /// Writes the message inside `nonce ‖ ciphertext ‖ tag` to `output`, which has its size.
    private static func open(
        _ sealed: Span<UInt8>,
        using key: SecretMemory,
        _ additionalData: Span<UInt8>,
        into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        let status = unsafe key.withUnsafeBytes { key in
            unsafe sealed.withUnsafeBytes { sealed in
                unsafe additionalData.withUnsafeBytes { additionalData in
                    unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
                        output.start, nil, nil, sealed.start + nonceByteCount, UInt64(sealed.count - nonceByteCount),
                        additionalData.start, UInt64(additionalData.count), sealed.start, key
                    )
                }
            }
        }
        guard status == 0 else { throw .authenticationFailure }
    }
}
