/// ML-KEM-768 (FIPS 203), a key encapsulation that a quantum computer does not break; of CryptoKit and swift-crypto, and of libsodium from 1.0.22 on.
package enum MLKEM768 {
    package static let publicKeyByteCount = 1184
    package static let ciphertextByteCount = 1088
    package static let seedByteCount = 64
    package static let sharedSecretByteCount = 32

    /// Whether an encapsulation key has coefficients below the modulus (FIPS 203 §7.2), which needs no secret and no backend.
    package static func isValid(_ publicKey: [UInt8]) -> Bool {
        guard publicKey.count == publicKeyByteCount else { return false }
        // 768 coefficients of 12 bits, two in three bytes; the last 32 bytes are a seed.
        return stride(from: 0, to: publicKeyByteCount - 32, by: 3).allSatisfy { offset in
            let (low, middle, high) = (
                UInt16(publicKey[offset]), UInt16(publicKey[offset + 1]), UInt16(publicKey[offset + 2])
            )
            return low | (middle & 15) << 8 < 3329 && middle >> 4 | high << 4 < 3329
        }
    }
}
