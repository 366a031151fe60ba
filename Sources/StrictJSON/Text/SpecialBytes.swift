/// Where a JSON string stops being plain bytes.
enum SpecialBytes {
    /// The offset of the first quotation mark, backslash or control character at or after an offset, or the count.
    ///
    /// These are the bytes that end a run when reading (RFC 8259 section 7) and that need an escape when writing. Eight
    /// bytes are looked at together, and 32 in long texts.
    static func first(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var isASCII = true
        return unsafe first(in: bytes, from: start, isASCII: &isASCII)
    }

    /// The same, and takes `isASCII` back when a byte on the way is above 0x7f.
    static func first(in bytes: UnsafeRawBufferPointer, from start: Int, isASCII: inout Bool) -> Int {
        let count = bytes.count
        var offset = start
        var seen: UInt64 = 0
        var seenInSixteens = SIMD16<Int8>.zero
        defer {
            let halves = unsafe unsafeBitCast(seenInSixteens, to: SIMD2<UInt64>.self)
            if (seen | halves[0] | halves[1]) & highBits != 0 { isASCII = false }
        }
        while count &- offset >= 8 {
            let word = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let matches = matches(in: word)
            if matches != 0 {
                // The bytes below the first match.
                seen |= word & (matches & (~matches &+ 1) &- 1)
                return offset &+ matches.trailingZeroBitCount / 8
            }
            seen |= word
            offset &+= 8
            while count &- offset >= 32 {
                let first = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: SIMD16<Int8>.self)
                let second = unsafe bytes.loadUnaligned(fromByteOffset: offset &+ 16, as: SIMD16<Int8>.self)
                if areAny(in: Self.matches(in: first) | Self.matches(in: second)) { break }
                seenInSixteens |= first | second
                offset &+= 32
            }
        }
        while offset < count {
            let byte = unsafe bytes[offset]
            if byte < 0x20 || byte == .quotationMark || byte == .backslash { return offset }
            seen |= UInt64(byte)
            offset += 1
        }
        return count
    }

    /// Copies bytes to where there is room for them, unless there is any, and says whether it did.
    static func copy(_ bytes: UnsafeRawBufferPointer, to target: UnsafeMutableRawPointer) -> Bool {
        let count = bytes.count
        guard count >= 8 else {
            if unsafe first(in: bytes, from: 0) < count { return false }
            unsafe UnsafeMutableRawBufferPointer(start: target, count: count).copyMemory(from: bytes)
            return true
        }
        var offset = 0
        while count &- offset > 16 {
            let sixteen = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: SIMD16<Int8>.self)
            if areAny(in: matches(in: sixteen)) { return false }
            unsafe target.storeBytes(of: sixteen, toByteOffset: offset, as: SIMD16<Int8>.self)
            offset &+= 16
        }
        // The last sixteen at most, of which some in the middle are perhaps copied twice.
        offset = min(offset, count &- 8)
        let first = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let last = unsafe bytes.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
        if matches(in: first) | matches(in: last) != 0 { return false }
        unsafe target.storeBytes(of: first, toByteOffset: offset, as: UInt64.self)
        unsafe target.storeBytes(of: last, toByteOffset: count &- 8, as: UInt64.self)
        return true
    }

    /// -1 where one of sixteen bytes, in which those above 0x7f are negative, is a quotation mark, a backslash or a control
    /// character, 0 elsewhere.
    @inline(__always)
    private static func matches(in bytes: SIMD16<Int8>) -> SIMD16<Int8> {
        func all(_ byte: Int8) -> SIMD16<Int8> { SIMD16(repeating: byte) }
        let isSpecial =
            (bytes .== all(0x22)) .| (bytes .== all(0x5C)) .| ((bytes .< all(0x20)) .& (bytes .>= all(0)))
        return all(0).replacing(with: all(-1), where: isSpecial)
    }

    @inline(__always)
    private static func areAny(in matches: SIMD16<Int8>) -> Bool {
        let halves = unsafe unsafeBitCast(matches, to: SIMD2<UInt64>.self)
        return halves[0] | halves[1] != 0
    }

    /// The high bits of the bytes that match.
    ///
    /// The sums set the high bit of each byte that differs from what it is compared with, and none reaches beyond its
    /// byte, since the high bits are taken out first: a byte that has one never matches.
    @inline(__always)
    static func matches(in word: UInt64) -> UInt64 {
        let low = word & lowBits
        let plain =
            ((low ^ quotationMarks) &+ lowBits) & ((low ^ backslashes) &+ lowBits) & (low &+ control) | word
        return ~plain & highBits
    }

    static let highBits: UInt64 = 0x8080_8080_8080_8080
    static let lowBits: UInt64 = 0x7f7f_7f7f_7f7f_7f7f
    /// Lifts the bytes from 0x20 on to 0x80 and above.
    private static let control: UInt64 = 0x6060_6060_6060_6060
    private static let quotationMarks: UInt64 = 0x2222_2222_2222_2222
    private static let backslashes: UInt64 = 0x5C5C_5C5C_5C5C_5C5C
}

extension UInt8 {
    static let quotationMark = UInt8(ascii: "\"")
    static let backslash = UInt8(ascii: "\\")

    /// Whether the byte is an ASCII digit.
    var isDigit: Bool { self &- 0x30 < 10 }
}
