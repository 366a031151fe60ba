import CSodium

/// HMAC-SHA-256 (RFC 2104, FIPS 180-4) over a message given in parts.
///
/// Its state holds the key in effect, so it lives in memory that the caller lends and wipes.
@unsafe
struct HMACSHA256 {
    /// The size of a tag in bytes.
    static let byteCount = Int(crypto_auth_hmacsha256_BYTES)

    /// The size in bytes of the memory to lend, a multiple of its alignment.
    static let stateByteCount = MemoryLayout<crypto_auth_hmacsha256_state>.stride

    private let state: UnsafeMutablePointer<crypto_auth_hmacsha256_state>

    /// Starts a tag under a key of any length.
    @inline(__always)
    init(key: UnsafeRawBufferPointer, stateIn memory: UnsafeMutableRawBufferPointer) {
        unsafe state = UnsafeMutableRawPointer(memory.start)
            .assumingMemoryBound(to: crypto_auth_hmacsha256_state.self)
        unsafe crypto_auth_hmacsha256_init(state, key.start, key.count)
    }

    /// Starts a tag under the key of another that has seen nothing but its key, which spares the hashing of the key.
    @inline(__always)
    init(keyedAs other: HMACSHA256, stateIn memory: UnsafeMutableRawBufferPointer) {
        unsafe state = UnsafeMutableRawPointer(memory.start)
            .assumingMemoryBound(to: crypto_auth_hmacsha256_state.self)
        unsafe state.initialize(to: other.state.pointee)
    }

    /// A tag under the empty key, which is no secret, that nothing is ever added to.
    ///
    /// `nonisolated(unsafe)` because nobody ever writes to its state.
    nonisolated(unsafe) static let emptyKey = unsafe HMACSHA256(
        key: UnsafeRawBufferPointer(start: nil, count: 0),
        stateIn: .allocate(byteCount: stateByteCount, alignment: 16))

    @inline(__always)
    func update(_ part: UnsafeRawBufferPointer) {
        unsafe crypto_auth_hmacsha256_update(state, part.start, UInt64(part.count))
    }

    @inline(__always)
    func update(_ part: StaticString) {
        unsafe crypto_auth_hmacsha256_update(state, part.utf8Start, UInt64(part.utf8CodeUnitCount))
    }

    @inline(__always)
    func update(_ byte: UInt8) {
        unsafe withUnsafeBytes(of: byte) { unsafe update($0) }
    }

    /// Writes the 32-byte tag and wipes the state.
    @inline(__always)
    func finalize(into tag: UnsafeMutableRawBufferPointer) {
        unsafe crypto_auth_hmacsha256_final(state, tag.start)
    }
}
