#if canImport(CSodium) && !SwiftCrypto
import CSodium

extension X25519 {
    static func computePublicKey(of scalar: UnsafePointer<UInt8>, into point: UnsafeMutableRawBufferPointer) {
        // Cannot fail: the base point is not of low order.
        _ = unsafe crypto_scalarmult_base(point.start, scalar)
    }

    /// Writes the 32-byte shared secret to `output`; throws `lowOrderPoint` if it is all zero, as RFC 9180 §7.1.4 requires.
    static func agree(
        _ scalar: UnsafePointer<UInt8>, with point: UnsafePointer<UInt8>, into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        guard unsafe crypto_scalarmult(output.start, scalar, point) == 0 else { throw .lowOrderPoint }
    }
}
#endif
