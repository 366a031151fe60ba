#if canImport(CSodium) && !SwiftCrypto

extension MLKEM768 {
    /// False: libsodium 1.0.18 does not have it.
    package static let isAvailable = false

    package static func publicKey(ofSeed seed: SecretMemory) throws(CryptoError) -> [UInt8] { throw .unavailable }

    package static func encapsulate(
        to publicKey: [UInt8]
    ) throws(CryptoError) -> (ciphertext: [UInt8], sharedSecret: SecretMemory) {
        throw .unavailable
    }

    package static func decapsulate(
        _ ciphertext: [UInt8], withSeed seed: SecretMemory
    ) throws(CryptoError) -> SecretMemory {
        throw .unavailable
    }
}
#endif
