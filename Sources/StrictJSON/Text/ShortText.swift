/// A string of at most 15 ASCII bytes as two words, the first byte at the bottom of the first, zeros behind the last.
///
/// Most names, and many values, of a payload are as short. Swift keeps them in the string itself, without memory of
/// their own, and so they can be made, compared and written in a few steps, where Swift's calls take a hundred. How it
/// does is part of the binary interface on Apple's platforms and the same on Linux; the tests hold it. Where it is done in
/// another way, no string is a short text, and all take the longer way.
struct ShortText: Equatable {
    let low: UInt64
    /// The bytes from the ninth on; the uppermost is zero.
    let high: UInt64
    let count: Int

    @inline(__always)
    private init(low: UInt64, high: UInt64, count: Int) {
        self.low = low
        self.high = high
        self.count = count
    }

    /// Takes a string that Swift keeps in this way; nil for others, which may be as short.
    @inline(__always)
    init?(_ string: String) {
        guard Self.isSupported else { return nil }
        let (low, high) = unsafe Self.words(of: string)
        guard high >> 60 == Self.mark >> 4 else { return nil }
        self.init(low: low, high: high & Self.allButTop, count: Int(truncatingIfNeeded: high >> 56 & 0x0f))
    }

    /// Takes ASCII bytes behind which, or in which, 16 can be read; nil for more than 15.
    @inline(__always)
    init?(copying bytes: UnsafeRawBufferPointer) {
        guard bytes.count <= 15, Self.isSupported, let start = bytes.baseAddress else { return nil }
        let count = bytes.count
        let low = unsafe UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
        let mask: UInt64 = (1 &<< UInt64(truncatingIfNeeded: 8 &* (count & 7))) &- 1
        if count < 8 {
            self.init(low: low & mask, high: 0, count: count)
        } else {
            let high = unsafe UInt64(littleEndian: start.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            self.init(low: low, high: high & mask, count: count)
        }
    }

    /// The string.
    @inline(__always)
    var string: String {
        let top = UInt64(truncatingIfNeeded: count) | Self.mark
        var words = (low.littleEndian, (high | top << 56).littleEndian)
        // Moved, since a cast would retain what it makes.
        return unsafe withUnsafeMutableBytes(of: &words) { words in
            unsafe words.assumingMemoryBound(to: String.self).moveElement(from: 0)
        }
    }

    /// The last byte, or 0.
    @inline(__always)
    var last: UInt8 {
        UInt8(truncatingIfNeeded: count <= 8 ? low >> UInt64(8 * max(count - 1, 0)) : high >> UInt64(8 * (count - 9)))
    }

    /// Whether a byte that is not zero, nor above 0x7f, is among these.
    @inline(__always)
    func holds(_ byte: UInt8) -> Bool {
        let sought = UInt64(byte) &* 0x0101_0101_0101_0101
        let low = (low ^ sought) &+ SpecialBytes.lowBits
        let high = (high ^ sought) &+ SpecialBytes.lowBits
        return low & high & SpecialBytes.highBits != SpecialBytes.highBits
    }

    /// Whether no byte needs an escape.
    @inline(__always)
    var isPlain: Bool {
        let spaces: UInt64 = 0x2020_2020_2020_2020
        let shift = UInt64(truncatingIfNeeded: 8 * (count & 7))
        if count < 8 { return SpecialBytes.matches(in: low | spaces &<< shift) == 0 }
        return SpecialBytes.matches(in: low) | SpecialBytes.matches(in: high | spaces &<< shift) == 0
    }

    /// Writes the bytes to where there is room for 16.
    @inline(__always)
    func store(to target: UnsafeMutableRawPointer) {
        unsafe target.storeBytes(of: low.littleEndian, as: UInt64.self)
        unsafe target.storeBytes(of: high.littleEndian, toByteOffset: 8, as: UInt64.self)
    }

    // MARK: - How Swift keeps them

    /// Above the count, in the uppermost byte: small, and ASCII (StringObject.swift in Swift's standard library).
    private static let mark: UInt64 = 0xe0
    private static let allButTop: UInt64 = 0x00ff_ffff_ffff_ffff

    /// Whether the standard library that this is compiled with keeps them so; the compiler knows the answer.
    private static var isSupported: Bool {
        @inline(__always) get {
            MemoryLayout<String>.size == MemoryLayout<(UInt64, UInt64)>.size
                && (unsafe words(of: "abc") == (0x636261, 0xe300_0000_0000_0000))
                && (unsafe words(of: "abcdefghijklmno") == (0x6867_6665_6463_6261, 0xef6f_6e6d_6c6b_6a69))
        }
    }

    @unsafe
    @inline(__always)
    private static func words(of string: String) -> (UInt64, UInt64) {
        let words = unsafe unsafeBitCast(string, to: (UInt64, UInt64).self)
        return (UInt64(littleEndian: words.0), UInt64(littleEndian: words.1))
    }
}
