#if SwiftCrypto || !canImport(CSodium)
#if canImport(CryptoKit)
import CryptoKit
import Darwin
#else
import Crypto
import Glibc
#endif

/// The functions of CryptoKit and the system beside the primitives: randomness, and memory for secrets.
package enum Backend {
    static let guardsSecrets = false

    static func makeReady() throws(CryptoError) {}

    static func fillRandomly(_ buffer: UnsafeMutableRawBufferPointer) {
        guard unsafe !buffer.isEmpty else { return }
        // CryptoKit draws keys and nonces from the system's generator, and lends it by no other function.
        unsafe SymmetricKey(size: SymmetricKeySize(bitCount: 8 * buffer.count)).withUnsafeBytes { bytes in
            unsafe buffer.copyMemory(from: bytes)
        }
    }

    /// Allocates by `malloc`, which returns nil without memory where Swift's allocation ends the process.
    static func allocateSecret(_ byteCount: Int) -> UnsafeMutableRawPointer? { unsafe malloc(byteCount) }

    static func protectSecret(_ base: UnsafeMutableRawPointer) throws(CryptoError) {}

    static func freeSecret(_ base: UnsafeMutableRawPointer, _ byteCount: Int) {
        unsafe wipe(UnsafeMutableRawBufferPointer(start: base, count: byteCount))
        unsafe free(base)
    }

    /// Overwrites a buffer by the system's function that a compiler does not remove.
    static func wipe(_ buffer: UnsafeMutableRawBufferPointer) {
        guard let base = buffer.baseAddress else { return }
        #if canImport(Darwin)
        _ = unsafe memset_s(base, buffer.count, 0, buffer.count)
        #else
        unsafe explicit_bzero(base, buffer.count)
        #endif
    }

    /// Compares two buffers of one size in time that depends on the size only.
    static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        var difference: UInt8 = 0
        for index in left.indices { difference |= unsafe left[index] ^ right[index] }
        return difference == 0
    }
}
#endif
