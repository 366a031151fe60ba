#if canImport(CSodium) && !SwiftCrypto
import CSodium

/// SHA-256 (FIPS 180-4).
package struct SHA256 {
    package static let digestByteCount = Int(crypto_hash_sha256_BYTES)

    package static func digest(of bytes: Span<UInt8>) -> [UInt8] {
        unsafe [UInt8](count: digestByteCount) { output in
            _ = unsafe bytes.withUnsafeBytes { unsafe crypto_hash_sha256(output.start, $0.start, UInt64($0.count)) }
        }
    }

    private var state = crypto_hash_sha256_state()

    /// Starts the digest of bytes that come in parts.
    package init() { unsafe crypto_hash_sha256_init(&state) }

    package mutating func update(_ part: Span<UInt8>) {
        _ = unsafe part.withUnsafeBytes { unsafe crypto_hash_sha256_update(&state, $0.start, UInt64($0.count)) }
    }

    /// Returns the digest of all parts; to be called once.
    package mutating func finalize() -> [UInt8] {
        unsafe [UInt8](count: Self.digestByteCount) { unsafe crypto_hash_sha256_final(&state, $0.start) }
    }
}
#endif
