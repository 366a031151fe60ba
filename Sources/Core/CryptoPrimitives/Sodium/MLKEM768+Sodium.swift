#if canImport(CSodium) && !SwiftCrypto
import CSodium

extension MLKEM768 {
    private static let secretKeyByteCount = 2400

    /// Whether libsodium has it: from 1.0.22 on.
    package static let isAvailable = SEALEDPUSH_HAS_MLKEM768 == 1

    /// The encapsulation key of a seed of 64 bytes.
    package static func publicKey(ofSeed seed: SecretMemory) throws(CryptoError) -> [UInt8] {
        try keys(ofSeed: seed).publicKey
    }

    /// Returns a ciphertext and the secret in it; throws `incorrectSize` for a key that FIPS 203 §7.2 refuses.
    package static func encapsulate(
        to publicKey: [UInt8]
    ) throws(CryptoError) -> (ciphertext: [UInt8], sharedSecret: SecretMemory) {
        guard isAvailable else { throw .unavailable }
        guard isValid(publicKey) else { throw .incorrectSize }
        var ciphertext = [UInt8](repeating: 0, count: ciphertextByteCount)
        let secret = try unsafe SecretMemory(byteCount: sharedSecretByteCount) { output throws(CryptoError) in
            guard unsafe sealedpush_mlkem768_encapsulate(&ciphertext, output.start, publicKey) == 0 else {
                throw .incorrectSize
            }
        }
        return (ciphertext, secret)
    }

    /// Returns the secret in a ciphertext; another one for a ciphertext that was not made for the key.
    package static func decapsulate(
        _ ciphertext: [UInt8], withSeed seed: SecretMemory
    ) throws(CryptoError) -> SecretMemory {
        guard ciphertext.count == ciphertextByteCount else { throw .incorrectSize }
        let secretKey = try keys(ofSeed: seed).secretKey
        return try unsafe SecretMemory(byteCount: sharedSecretByteCount) { output throws(CryptoError) in
            let status = unsafe secretKey.withUnsafeBytes { key in
                unsafe sealedpush_mlkem768_decapsulate(output.start, ciphertext, key.start)
            }
            guard status == 0 else { throw .incorrectSize }
        }
    }

    private static func keys(
        ofSeed seed: SecretMemory
    ) throws(CryptoError) -> (publicKey: [UInt8], secretKey: SecretMemory) {
        guard isAvailable else { throw .unavailable }
        guard seed.byteCount == seedByteCount else { throw .incorrectSize }
        var publicKey = [UInt8](repeating: 0, count: publicKeyByteCount)
        let secretKey = try unsafe SecretMemory(byteCount: secretKeyByteCount) { output throws(CryptoError) in
            let status = unsafe seed.withUnsafeBytes { seed in
                unsafe sealedpush_mlkem768_keys(&publicKey, output.start, seed.start)
            }
            guard status == 0 else { throw .unavailable }
        }
        return (publicKey, secretKey)
    }
}
#endif
