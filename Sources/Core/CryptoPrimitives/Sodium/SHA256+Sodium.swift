#if canImport(CSodium) && !SwiftCrypto
import CSodium

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
    package static let digestByteCount = Int(crypto_hash_sha256_BYTES)

    package static func digest(of bytes: Span<UInt8>) -> [UInt8] {
        unsafe [UInt8](count: digestByteCount) { output in
            _ = unsafe bytes.withUnsafeBytes { unsafe crypto_hash_sha256(output.start, $0.start, UInt64($0.count)) }
        }
    }
}
#endif
