import CSodium

/// XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha), whose 24-byte nonce is long enough to be chosen at random.
package enum XChaCha20Poly1305 {
    package static let keyByteCount = Int(crypto_aead_xchacha20poly1305_ietf_KEYBYTES)
    package static let nonceByteCount = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
    package static let tagByteCount = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

    /// Appends `nonce ‖ ciphertext ‖ tag`, 40 bytes more than the message, with a nonce from `randomness`.
    package static func seal(
        _ message: Span<UInt8>, using key: SecretMemory, authenticating additionalData: [UInt8],
        randomness: Randomness = .system, appendingTo output: inout [UInt8]
    ) throws(CryptoError) {
        guard key.byteCount == keyByteCount else { throw .incorrectSize }
        try unsafe output.append(count: nonceByteCount + message.count + tagByteCount) { output throws(CryptoError) in
            let nonce = unsafe output.part(0, nonceByteCount)
            unsafe randomness.fill(nonce)
            let status = unsafe key.withUnsafeBytes { key in
                unsafe message.withUnsafeBytes { message in
                    unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
                        output.start + nonceByteCount, nil, message.start, UInt64(message.count),
                        additionalData, UInt64(additionalData.count), nil, nonce.start, key.start
                    )
                }
            }
            // The function never fails. If it did, `output` could still contain the plaintext.
            guard status == 0 else { throw .incorrectSize }
        }
    }

    /// Returns the message inside `nonce ‖ ciphertext ‖ tag`; throws `incorrectSize` or `authenticationFailure`.
    package static func open(
        _ sealed: Span<UInt8>, using key: SecretMemory, authenticating additionalData: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try unsafe [UInt8](count: messageByteCount(in: sealed, using: key)) { output throws(CryptoError) in
            try unsafe open(sealed, using: key, additionalData, into: output)
        }
    }

    /// Returns a message that is a secret itself in guarded memory; throws `incorrectSize` also for an empty one.
    package static func openSecret(
        _ sealed: Span<UInt8>, using key: SecretMemory, authenticating additionalData: [UInt8]
    ) throws(CryptoError) -> SecretMemory {
        try unsafe SecretMemory(byteCount: messageByteCount(in: sealed, using: key)) { output throws(CryptoError) in
            try unsafe open(sealed, using: key, additionalData, into: output)
        }
    }

    private static func messageByteCount(in sealed: Span<UInt8>, using key: SecretMemory) throws(CryptoError) -> Int {
        guard key.byteCount == keyByteCount, sealed.count >= nonceByteCount + tagByteCount else { throw .incorrectSize }
        return sealed.count - nonceByteCount - tagByteCount
    }

    private static func open(
        _ sealed: Span<UInt8>, using key: SecretMemory, _ additionalData: [UInt8],
        into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        let status = unsafe key.withUnsafeBytes { key in
            unsafe sealed.withUnsafeBytes { sealed in
                unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
                    output.start, nil, nil, sealed.start + nonceByteCount, UInt64(sealed.count - nonceByteCount),
                    additionalData, UInt64(additionalData.count), sealed.start, key.start
                )
            }
        }
        guard status == 0 else { throw .authenticationFailure }
    }
}
