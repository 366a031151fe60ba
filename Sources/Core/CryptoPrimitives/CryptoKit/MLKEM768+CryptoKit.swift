#if SwiftCrypto || !canImport(CSodium)
#if canImport(CryptoKit)
import CryptoKit
import Foundation

typealias KitMLKEM768 = CryptoKit.MLKEM768
#else
import Crypto
import Foundation

typealias KitMLKEM768 = Crypto.MLKEM768
#endif

extension MLKEM768 {
    /// Whether the system has it: Apple's of 2025 and later, and swift-crypto everywhere.
    package static var isAvailable: Bool { if #available(iOS 26, macOS 26, *) { true } else { false } }

    /// The encapsulation key of a seed of 64 bytes.
    package static func publicKey(ofSeed seed: SecretMemory) throws(CryptoError) -> [UInt8] {
        guard #available(iOS 26, macOS 26, *) else { throw .unavailable }
        return try Array(privateKey(ofSeed: seed).publicKey.rawRepresentation)
    }

    /// Returns a ciphertext and the secret in it; throws `incorrectSize` for a key that FIPS 203 §7.2 refuses.
    package static func encapsulate(
        to publicKey: [UInt8]
    ) throws(CryptoError) -> (ciphertext: [UInt8], sharedSecret: SecretMemory) {
        guard #available(iOS 26, macOS 26, *) else { throw .unavailable }
        let result: KEM.EncapsulationResult
        do {
            result = try KitMLKEM768.PublicKey(rawRepresentation: publicKey).encapsulate()
        } catch {
            throw .incorrectSize
        }
        return (Array(result.encapsulated), try secret(result.sharedSecret))
    }

    /// Returns the secret in a ciphertext; another one for a ciphertext that was not made for the key.
    package static func decapsulate(
        _ ciphertext: [UInt8], withSeed seed: SecretMemory
    ) throws(CryptoError) -> SecretMemory {
        guard #available(iOS 26, macOS 26, *) else { throw .unavailable }
        let key = try privateKey(ofSeed: seed)
        do {
            return try secret(key.decapsulate(ciphertext))
        } catch let error as CryptoError {
            throw error
        } catch {
            throw .incorrectSize
        }
    }

    @available(iOS 26, macOS 26, *)
    private static func privateKey(ofSeed seed: SecretMemory) throws(CryptoError) -> KitMLKEM768.PrivateKey {
        do {
            return try unsafe seed.withUnsafeBytes { bytes in
                try unsafe KitMLKEM768.PrivateKey(seedRepresentation: bytes, publicKey: nil)
            }
        } catch {
            throw .incorrectSize
        }
    }

    private static func secret(_ key: SymmetricKey) throws(CryptoError) -> SecretMemory {
        try unsafe SecretMemory(byteCount: sharedSecretByteCount) { output throws(CryptoError) in
            guard key.bitCount == 8 * sharedSecretByteCount else { throw .incorrectSize }
            unsafe key.withUnsafeBytes { unsafe output.copyMemory(from: $0) }
        }
    }
}
#endif
