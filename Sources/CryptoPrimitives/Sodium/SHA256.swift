import CSodium

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
    /// The size of a digest in bytes.
    package static let digestByteCount = Int(crypto_hash_sha256_BYTES)

    /// Returns the 32-byte digest of `bytes`.
    package static func digest(of bytes: Span<UInt8>) -> [UInt8] {
        var digest: [UInt8] = []
        unsafe digest.append(count: digestByteCount) { output in
            unsafe bytes.withUnsafeBytes { bytes in
                _ = unsafe crypto_hash_sha256(output.start, bytes.start, UInt64(bytes.count))
            }
        }
        return digest
    }
}
