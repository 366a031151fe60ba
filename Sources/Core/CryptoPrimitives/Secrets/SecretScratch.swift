/// Lends an uninitialized buffer on the stack for the secrets of one message, and wipes it even if `body` throws.
@inline(__always)
package func withSecretScratch<Result, Failure: Error>(
    byteCount: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
) throws(Failure) -> Result {
    // An alignment of 16 bytes is enough for an HMAC's state; for a larger one Swift allocates from the heap.
    try unsafe withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 16) { buffer throws(Failure) -> Result in
        defer { unsafe wipe(buffer) }
        return try unsafe body(buffer)
    }
}

/// Overwrites a buffer with zeros; the compiler cannot remove this.
package func wipe(_ buffer: UnsafeMutableRawBufferPointer) {
    unsafe Backend.wipe(buffer)
}

extension Array where Element == UInt8 {
    /// Overwrites the content with zeros; the compiler cannot remove this, but an earlier copy keeps its bytes.
    package mutating func wipe() {
        unsafe withUnsafeMutableBytes { unsafe CryptoPrimitives.wipe($0) }
    }
}

/// Compares two byte strings in time that depends only on their lengths.
package func constantTimeEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    return unsafe left.withUnsafeBytes { left in
        unsafe right.withUnsafeBytes { right in unsafe Backend.areEqual(left, right) }
    }
}
