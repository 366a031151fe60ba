/// Where a JSON string stops being plain bytes.
enum SpecialBytes {
    /// The offset of the first quotation mark, backslash or control character at or after an offset, or the count.
    ///
    /// These are the bytes that end a run when reading (RFC 8259 section 7) and that need an escape when writing. Eight
    /// bytes are looked at together; the sums below set the high bit of each byte that matches and may set it in a
    /// byte after one that matches, never before.
    static func first(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var isASCII = true
        return unsafe first(in: bytes, from: start, isASCII: &isASCII)
    }

    /// The same, and takes `isASCII` back when a byte on the way is above 0x7f.
    @inline(__always)
    static func first(in bytes: UnsafeRawBufferPointer, from start: Int, isASCII: inout Bool) -> Int {
        let count = bytes.count
        var offset = start
        var seen: UInt64 = 0
        defer { if seen & highBits != 0 { isASCII = false } }
        while count - offset >= 8 {
            let word = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let matches = matches(in: word)
            if matches != 0 {
                // The bytes below the first match.
                seen |= word & (matches & (~matches &+ 1) &- 1)
                return offset + matches.trailingZeroBitCount / 8
            }
            seen |= word
            offset += 8
        }
        while offset < count {
            let byte = unsafe bytes[offset]
            if byte < 0x20 || byte == .quotationMark || byte == .backslash { return offset }
            seen |= UInt64(byte)
            offset += 1
        }
        return count
    }

    /// Whether there is any; quicker for short strings, which names are.
    @inline(__always)
    static func areIn(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let count = bytes.count
        if count >= 8 {
            var offset = 0
            while offset < count - 8 {
                let word = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                if matches(in: word) != 0 { return true }
                offset += 8
            }
            // The last eight, some of which were perhaps looked at already.
            return matches(in: unsafe bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)) != 0
        }
        if count >= 4 {
            let first = unsafe bytes.loadUnaligned(as: UInt32.self)
            let last = unsafe bytes.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
            return matches(in: UInt64(first) << 32 | UInt64(last)) != 0
        }
        return unsafe first(in: bytes, from: 0) < count
    }

    /// The high bits of the bytes that match, and perhaps of some above the lowest that does.
    @inline(__always)
    private static func matches(in word: UInt64) -> UInt64 {
        ((word &- control) & ~word | zeroBytes(word ^ quotationMarks) | zeroBytes(word ^ backslashes)) & highBits
    }

    private static let highBits: UInt64 = 0x8080_8080_8080_8080
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let control: UInt64 = 0x2020_2020_2020_2020
    private static let quotationMarks: UInt64 = 0x2222_2222_2222_2222
    private static let backslashes: UInt64 = 0x5C5C_5C5C_5C5C_5C5C

    @inline(__always)
    private static func zeroBytes(_ word: UInt64) -> UInt64 {
        (word &- ones) & ~word
    }
}

extension UInt8 {
    static let quotationMark = UInt8(ascii: "\"")
    static let backslash = UInt8(ascii: "\\")

    /// Whether the byte is an ASCII digit.
    var isDigit: Bool { self &- 0x30 < 10 }
}
