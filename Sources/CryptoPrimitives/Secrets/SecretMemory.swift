import CSodium

/// A secret in guarded memory: between inaccessible pages, kept out of swap where the system allows it,
/// read-only once filled, wiped when the last reference goes.
///
/// A class, because a secret has one home: whoever needs it holds a reference, and nothing copies the bytes.
/// Costs several pages each, so it is for keys that live; secrets of one message use ``withSecretScratch(byteCount:_:)``.
@safe
package final class SecretMemory: @unchecked Sendable {
    // Sendable by hand: the bytes are written before `init` returns and the pages are read-only from then on.
    private let base: UnsafeMutableRawPointer

    /// The size of the secret in bytes.
    package let byteCount: Int

    /// Allocates guarded memory and lets `fill` write the secret straight into it.
    ///
    /// - Throws: `CryptoError.incorrectSize` for an empty secret, `CryptoError.outOfSecretMemory`,
    ///   or what `fill` throws, after wiping.
    package init(
        byteCount: Int,
        filledBy fill: (UnsafeMutableRawBufferPointer) throws(CryptoError) -> Void
    ) throws(CryptoError) {
        guard byteCount > 0 else { throw .incorrectSize }
        try Sodium.makeReady()
        guard let base = unsafe sodium_malloc(byteCount) else { throw .outOfSecretMemory }
        unsafe self.base = base
        self.byteCount = byteCount
        // From here on deinit frees and wipes, also when `fill` throws.
        try unsafe fill(UnsafeMutableRawBufferPointer(start: base, count: byteCount))
        guard unsafe sodium_mprotect_readonly(base) == 0 else { throw .outOfSecretMemory }
    }

    /// Allocates guarded memory with uniformly random content from libsodium.
    package convenience init(randomByteCount byteCount: Int, from randomness: Randomness = .system) throws(CryptoError)
    {
        try unsafe self.init(byteCount: byteCount) { buffer throws(CryptoError) in unsafe randomness.fill(buffer) }
    }

    /// Allocates guarded memory with a copy of `bytes`; the caller wipes its own.
    package convenience init(copying bytes: Span<UInt8>) throws(CryptoError) {
        try unsafe self.init(byteCount: bytes.count) { buffer throws(CryptoError) in
            unsafe bytes.withUnsafeBytes { unsafe buffer.copyMemory(from: $0) }
        }
    }

    deinit {
        unsafe sodium_free(base)
    }

    /// Lends the secret for the duration of `body`.
    package func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The optimizer may release the last reference after the last use of `self`, which is the line below.
        defer { withExtendedLifetime(self) {} }
        return try body(unsafe Span(_unsafeStart: base.assumingMemoryBound(to: UInt8.self), count: byteCount))
    }

    /// Lends the secret to C for the duration of `body`.
    func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafePointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try unsafe body(UnsafePointer(base.assumingMemoryBound(to: UInt8.self)))
    }
}
