/// A secret in memory that is wiped with the last reference.
///
/// With libsodium it is guarded: between inaccessible pages, locked against swapping if the system permits it, read-only once
/// filled. It takes several pages, so it is for keys that are stored; secrets of one message use
/// ``withSecretScratch(byteCount:_:)``.
@safe
package final class SecretMemory: @unchecked Sendable {
    // Unchecked `Sendable`: the bytes are written before `init` returns, and the pages are read-only afterwards.
    private let base: UnsafeMutableRawPointer

    /// Whether the memory is guarded in this build.
    package static let isGuarded = Backend.guardsSecrets

    package let byteCount: Int

    /// Allocates guarded memory and lets `fill` write the secret directly into it; throws `incorrectSize` for an empty one.
    package init(
        byteCount: Int, filledBy fill: (UnsafeMutableRawBufferPointer) throws(CryptoError) -> Void
    ) throws(CryptoError) {
        guard byteCount > 0 else { throw .incorrectSize }
        try Backend.makeReady()
        guard let base = unsafe Backend.allocateSecret(byteCount) else { throw .outOfSecretMemory }
        unsafe self.base = base
        self.byteCount = byteCount
        // From here on deinit wipes and frees, also if `fill` throws.
        try unsafe fill(UnsafeMutableRawBufferPointer(start: base, count: byteCount))
        try unsafe Backend.protectSecret(base)
    }

    package convenience init(randomByteCount byteCount: Int, from randomness: Randomness = .system) throws(CryptoError)
    {
        try unsafe self.init(byteCount: byteCount) { buffer throws(CryptoError) in unsafe randomness.fill(buffer) }
    }

    /// Copies `bytes`; the caller wipes the original.
    package convenience init(copying bytes: Span<UInt8>) throws(CryptoError) {
        try unsafe self.init(byteCount: bytes.count) { buffer throws(CryptoError) in
            unsafe bytes.withUnsafeBytes { unsafe buffer.copyMemory(from: $0) }
        }
    }

    deinit {
        unsafe Backend.freeSecret(base, byteCount)
    }

    package func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The optimizer could release the last reference after the last use of `self` on the next line.
        defer { withExtendedLifetime(self) {} }
        return try body(unsafe Span(_unsafeStart: base.assumingMemoryBound(to: UInt8.self), count: byteCount))
    }

    /// Lends the secret to C for the duration of `body`.
    func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try unsafe body(UnsafeRawBufferPointer(start: base, count: byteCount))
    }
}
