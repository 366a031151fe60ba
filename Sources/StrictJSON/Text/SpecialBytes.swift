/// Where a JSON string stops being plain bytes.
enum SpecialBytes {
    /// The offset of the first quotation mark, backslash or control character at or after an offset, or the count.
    ///
    /// These are the bytes that end a run when reading (RFC 8259 section 7) and that need an escape when writing. Eight
    /// bytes are looked at together; the sums below set the high bit of each byte that matches and may set it in a
    /// byte after one that matches, never before.
    static func first(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        let count = bytes.count
        var offset = start
        while count - offset >= 8 {
            let word = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let matches =
                ((word &- control) & ~word | zeroBytes(word ^ quotationMarks) | zeroBytes(word ^ backslashes))
                & highBits
            if matches != 0 { return offset + matches.trailingZeroBitCount / 8 }
            offset += 8
        }
        while offset < count {
            let byte = unsafe bytes[offset]
            if byte < 0x20 || byte == .quotationMark || byte == .backslash { return offset }
            offset += 1
        }
        return count
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
