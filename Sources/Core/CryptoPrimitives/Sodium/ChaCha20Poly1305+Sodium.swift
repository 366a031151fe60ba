#if canImport(CSodium) && !SwiftCrypto
import CSodium

extension ChaCha20Poly1305 {
    /// Writes `ciphertext ‖ tag`, 16 bytes more than the message, to `output`, which may already contain the message.
    static func seal(
        _ message: UnsafeRawBufferPointer, key: UnsafePointer<UInt8>, nonce: UnsafePointer<UInt8>,
        additionalData: [UInt8], into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        let status = unsafe crypto_aead_chacha20poly1305_ietf_encrypt(
            output.start, nil, message.start, UInt64(message.count),
            additionalData, UInt64(additionalData.count), nil, nonce, key
        )
        // The function never fails. If it did, `output` could still contain the plaintext.
        guard status == 0 else { throw .incorrectSize }
    }

    /// Writes the message, 16 bytes less than `sealed`, to `output`, which contains no plaintext if the tag is wrong.
    static func open(
        _ sealed: UnsafeRawBufferPointer, key: UnsafePointer<UInt8>, nonce: UnsafePointer<UInt8>,
        additionalData: [UInt8], into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        let status = unsafe crypto_aead_chacha20poly1305_ietf_decrypt(
            output.start, nil, nil, sealed.start, UInt64(sealed.count),
            additionalData, UInt64(additionalData.count), nonce, key
        )
        guard status == 0 else { throw .authenticationFailure }
    }
}
#endif
