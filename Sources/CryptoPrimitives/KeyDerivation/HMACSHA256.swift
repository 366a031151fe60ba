import CSodium

/// HMAC-SHA-256 (RFC 2104, FIPS 180-4) over a message given in parts.
///
/// Its state contains the key, so it is in memory that the caller provides and wipes.
@unsafe
struct HMACSHA256 {
    /// The size of a tag in bytes.
    static let byteCount = Int(crypto_auth_hmacsha256_BYTES)

    /// The size of the state in bytes, a multiple of its alignment.
    static let stateByteCount = MemoryLayout<crypto_auth_hmacsha256_state>.stride

    private let state: UnsafeMutablePointer<crypto_auth_hmacsha256_state>

    /// Starts an HMAC with a key of any length.
    @inline(__always)
    init(key: UnsafeRawBufferPointer, stateIn memory: UnsafeMutableRawBufferPointer) {
        unsafe state = UnsafeMutableRawPointer(memory.start)
            .assumingMemoryBound(to: crypto_auth_hmacsha256_state.self)
        unsafe crypto_auth_hmacsha256_init(state, key.start, key.count)
    }

    /// Starts an HMAC with the key of another one without any message bytes, which saves hashing the key.
    @inline(__always)
    init(keyedAs other: HMACSHA256, stateIn memory: UnsafeMutableRawBufferPointer) {
        unsafe state = UnsafeMutableRawPointer(memory.start)
            .assumingMemoryBound(to: crypto_auth_hmacsha256_state.self)
        unsafe state.initialize(to: other.state.pointee)
    }

    /// An HMAC with the empty key, which is not secret, and without any message bytes.
    ///
    /// `nonisolated(unsafe)` because its state is never written.
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
