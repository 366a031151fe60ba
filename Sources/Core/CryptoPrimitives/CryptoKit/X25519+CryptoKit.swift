#if SwiftCrypto || !canImport(CSodium)
#if canImport(CryptoKit)
import CryptoKit
import Foundation
#else
import Crypto
import FoundationEssentials
#endif

extension X25519 {
    static func computePublicKey(of scalar: UnsafePointer<UInt8>, into point: UnsafeMutableRawBufferPointer) {
        // Every 32 bytes are a scalar. If a library refuses one, the point is zero, to which everyone refuses to seal.
        guard let key = try? unsafe privateKey(scalar) else {
            _ = unsafe point.initializeMemory(as: UInt8.self, repeating: 0)
            return
        }
        unsafe key.publicKey.rawRepresentation.withUnsafeBytes { unsafe point.copyMemory(from: $0) }
    }

    /// Writes the 32-byte shared secret to `output`; throws `lowOrderPoint` if it is all zero, as RFC 9180 §7.1.4 requires.
    static func agree(
        _ scalar: UnsafePointer<UInt8>, with point: UnsafePointer<UInt8>, into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        do {
            let other = try unsafe Curve25519.KeyAgreement.PublicKey(
                rawRepresentation: UnsafeRawBufferPointer(start: point, count: byteCount))
            let secret = try unsafe privateKey(scalar).sharedSecretFromKeyAgreement(with: other)
            unsafe secret.withUnsafeBytes { unsafe output.copyMemory(from: $0) }
        } catch {
            throw .lowOrderPoint
        }
        guard unsafe output.reduce(0, { $0 | $1 }) != 0 else { throw .lowOrderPoint }
    }

    private static func privateKey(_ scalar: UnsafePointer<UInt8>) throws -> Curve25519.KeyAgreement.PrivateKey {
        try unsafe Curve25519.KeyAgreement.PrivateKey(
            rawRepresentation: UnsafeRawBufferPointer(start: scalar, count: byteCount))
    }
}
#endif
