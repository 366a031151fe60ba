#if canImport(CSodium) && !SwiftCrypto
import CSodium

extension XChaCha20Poly1305 {
    /// Writes `ciphertext ‖ tag`.
    static func encrypt(
        _ message: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer,
        _ additionalData: [UInt8], into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        let status = unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
            output.start, nil, message.start, UInt64(message.count),
            additionalData, UInt64(additionalData.count), nil, nonce.start, key.start
        )
        // The function never fails. If it did, `output` could still contain the plaintext.
        guard status == 0 else { throw .incorrectSize }
    }

    /// Writes the message, 16 bytes less than `sealed`; throws `authenticationFailure`.
    static func decrypt(
        _ sealed: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer,
        _ additionalData: [UInt8], into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        let status = unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
            output.start, nil, nil, sealed.start, UInt64(sealed.count),
            additionalData, UInt64(additionalData.count), nonce.start, key.start
        )
        guard status == 0 else { throw .authenticationFailure }
    }
}
#endif
