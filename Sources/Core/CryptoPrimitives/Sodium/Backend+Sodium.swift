#if canImport(CSodium) && !SwiftCrypto
import CSodium

/// The functions of libsodium beside the primitives: its start, randomness, and memory for secrets.
package enum Backend {
    /// The result of `sodium_init`, which runs on first use and selects the fastest code for the processor; negative if it failed.
    private static let status = sodium_init()

    static let guardsSecrets = true

    static func makeReady() throws(CryptoError) {
        guard status >= 0 else { throw .unavailable }
    }

    static func fillRandomly(_ buffer: UnsafeMutableRawBufferPointer) {
        unsafe randombytes_buf(buffer.start, buffer.count)
    }

    static func allocateSecret(_ byteCount: Int) -> UnsafeMutableRawPointer? { unsafe sodium_malloc(byteCount) }

    static func protectSecret(_ base: UnsafeMutableRawPointer) throws(CryptoError) {
        guard unsafe sodium_mprotect_readonly(base) == 0 else { throw .outOfSecretMemory }
    }

    static func freeSecret(_ base: UnsafeMutableRawPointer, _ byteCount: Int) { unsafe sodium_free(base) }

    static func wipe(_ buffer: UnsafeMutableRawBufferPointer) {
        unsafe sodium_memzero(buffer.baseAddress, buffer.count)
    }

    /// Compares two buffers of one size in time that depends on the size only.
    static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        unsafe sodium_memcmp(left.start, right.start, left.count) == 0
    }
}
#endif
