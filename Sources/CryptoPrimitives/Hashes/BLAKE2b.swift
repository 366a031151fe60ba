import CSodium

/// BLAKE2b without a key (RFC 7693).
package enum BLAKE2b {
    /// The size in bytes of the digests that the format uses: 128 bits.
    package static let digestByteCount = 16

    /// Returns the digest of `bytes`, 16 bytes or another size from 16 to 64.
    package static func digest(of bytes: Span<UInt8>, byteCount: Int = digestByteCount) -> [UInt8] {
        precondition((16...64).contains(byteCount), "a BLAKE2b digest has 16 to 64 bytes")
        var digest: [UInt8] = []
        unsafe digest.append(count: byteCount) { output in
            unsafe bytes.withUnsafeBytes { unsafe BLAKE2b.digest(of: $0, into: output) }
        }
        return digest
    }

    /// Writes the digest of `bytes` to `output`, which has the digest's size.
    static func digest(of bytes: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) {
        _ = Sodium.isReady
        _ = unsafe crypto_generichash(output.start, output.count, bytes.start, UInt64(bytes.count), nil, 0)
    }
}
