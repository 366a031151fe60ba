#if canImport(CSodium) && !SwiftCrypto
import CSodium

/// HMAC-SHA-256 (RFC 2104, FIPS 180-4); its state contains the key and is in memory that the caller provides and wipes.
@unsafe
struct HMACSHA256 {
    static let byteCount = Int(crypto_auth_hmacsha256_BYTES)

    /// The size of the state in bytes, a multiple of its alignment.
    static let stateByteCount = MemoryLayout<crypto_auth_hmacsha256_state>.stride

    private let state: UnsafeMutablePointer<crypto_auth_hmacsha256_state>

    init(key: UnsafeRawBufferPointer, stateIn memory: UnsafeMutableRawBufferPointer) {
        unsafe state = UnsafeMutableRawPointer(memory.start)
            .assumingMemoryBound(to: crypto_auth_hmacsha256_state.self)
        unsafe crypto_auth_hmacsha256_init(state, key.start, key.count)
    }

    func update(_ part: UnsafeRawBufferPointer) {
        unsafe crypto_auth_hmacsha256_update(state, part.start, UInt64(part.count))
    }

    func update(_ part: StaticString) {
        unsafe crypto_auth_hmacsha256_update(state, part.utf8Start, UInt64(part.utf8CodeUnitCount))
    }

    func update(_ byte: UInt8) {
        unsafe withUnsafeBytes(of: byte) { unsafe update($0) }
    }

    /// Writes the 32-byte tag; libsodium wipes the state.
    func finalize(into tag: UnsafeMutableRawBufferPointer) {
        unsafe crypto_auth_hmacsha256_final(state, tag.start)
    }

    /// Writes the 32-byte tag of the message that `body` gives in parts, one of which may be the memory of the tag.
    static func writeTag(
        to tag: UnsafeMutableRawBufferPointer, key: UnsafeRawBufferPointer, of body: (inout HMACSHA256) -> Void
    ) {
        unsafe withSecretScratch(byteCount: stateByteCount) { memory in
            var hmac = unsafe HMACSHA256(key: key, stateIn: memory)
            unsafe body(&hmac)
            unsafe hmac.finalize(into: tag)
        }
    }
}
#endif
