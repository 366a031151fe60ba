import CSodium

/// Lends a buffer on the stack for the secrets of one message and wipes it whatever `body` does.
///
/// The buffer starts out undefined. It is aligned to 16 bytes, enough for an HMAC's state: for a larger alignment
/// Swift takes memory from the heap.
@inline(__always)
package func withSecretScratch<Result, Failure: Error>(
    byteCount: Int,
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
) throws(Failure) -> Result {
    try unsafe withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 16) { buffer throws(Failure) -> Result in
        defer { unsafe wipe(buffer) }
        return try unsafe body(buffer)
    }
}

/// Overwrites a buffer with zeros in a way that the compiler does not remove.
package func wipe(_ buffer: UnsafeMutableRawBufferPointer) {
    unsafe sodium_memzero(buffer.baseAddress, buffer.count)
}

extension Array where Element == UInt8 {
    /// Overwrites the content with zeros in a way that the compiler does not remove; the count stays.
    ///
    /// Only meaningful for a uniquely referenced array: a copy made before keeps its bytes.
    package mutating func wipe() {
        unsafe withUnsafeMutableBytes { unsafe CryptoPrimitives.wipe($0) }
    }
}
