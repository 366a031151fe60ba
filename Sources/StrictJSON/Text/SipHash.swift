/// SipHash-1-3 (Aumasson, Bernstein: SipHash: a fast short-input PRF), a hash under a key that nobody outside knows.
///
/// Swift's `Hasher` is the same function, and takes three times as long for a name.
struct SipHash {
    private var v0: UInt64
    private var v1: UInt64
    private var v2: UInt64
    private var v3: UInt64

    /// Starts with a key of 128 bits.
    @inline(__always)
    init(key: (UInt64, UInt64)) {
        v0 = key.0 ^ 0x736f_6d65_7073_6575
        v1 = key.1 ^ 0x646f_7261_6e64_6f6d
        v2 = key.0 ^ 0x6c79_6765_6e65_7261
        v3 = key.1 ^ 0x7465_6462_7974_6573
    }

    /// A key of this process, from the seed of Swift's own hashing.
    static let processKey = (word(of: 0), word(of: 1))

    private static func word(of number: Int) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(number)
        return UInt64(truncatingIfNeeded: hasher.finalize())
    }

    /// Hashes bytes.
    @inline(__always)
    consuming func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        let count = bytes.count
        var offset = 0
        while count - offset >= 8 {
            compress(unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
            offset += 8
        }
        return finish(with: unsafe UnsafeRawBufferPointer(rebasing: bytes[offset...]).shortWord, count)
    }

    /// Hashes the bytes of a short text.
    @inline(__always)
    consuming func hash(_ text: ShortText) -> UInt64 {
        if text.count < 8 { return finish(with: text.low, text.count) }
        compress(text.low)
        return finish(with: text.high, text.count)
    }

    /// Takes the last bytes, less than eight, and the number of all.
    @inline(__always)
    private consuming func finish(with rest: UInt64, _ count: Int) -> UInt64 {
        compress(rest | UInt64(truncatingIfNeeded: count) << 56)
        v2 ^= 0xff
        round()
        round()
        round()
        return v0 ^ v1 ^ v2 ^ v3
    }

    @inline(__always)
    private mutating func compress(_ word: UInt64) {
        v3 ^= word
        round()
        v0 ^= word
    }

    @inline(__always)
    private mutating func round() {
        v0 &+= v1
        v1 = Self.rotate(v1, 13) ^ v0
        v0 = Self.rotate(v0, 32)
        v2 &+= v3
        v3 = Self.rotate(v3, 16) ^ v2
        v0 &+= v3
        v3 = Self.rotate(v3, 21) ^ v0
        v2 &+= v1
        v1 = Self.rotate(v1, 17) ^ v2
        v2 = Self.rotate(v2, 32)
    }

    @inline(__always)
    private static func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 {
        word &<< count | word &>> (64 - count)
    }
}
