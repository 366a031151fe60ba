/// Where a JSON string stops being plain bytes.
enum SpecialBytes {
    /// The offset of the first quotation mark, backslash or control character at or after an offset, or the count.
    ///
    /// These are the bytes that end a run when reading (RFC 8259 section 7) and that need an escape when writing. Sixteen
    /// bytes are looked at together, and 64 in long texts.
    static func first(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var isASCII = true
        return unsafe first(in: bytes, from: start, isASCII: &isASCII)
    }

    /// The same, and takes `isASCII` back when a byte on the way is above 0x7f.
    static func first(in bytes: UnsafeRawBufferPointer, from start: Int, isASCII: inout Bool) -> Int {
        let count = bytes.count
        var offset = start
        var seen = SIMD2<UInt64>.zero
        defer { if (seen[0] | seen[1]) & highBits != 0 { isASCII = false } }
        while count &- offset >= 16 {
            let sixteen = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
            let matches = matches(in: sixteen)
            let halves = unsafe words(of: unsafeBitCast(sixteen, to: SIMD2<UInt64>.self))
            if matches[0] | matches[1] != 0 {
                if matches[0] != 0 {
                    seen[0] |= halves[0] & bits(below: matches[0])
                    return offset &+ matches[0].trailingZeroBitCount / 8
                }
                seen |= SIMD2(halves[0], halves[1] & bits(below: matches[1]))
                return offset &+ 8 &+ matches[1].trailingZeroBitCount / 8
            }
            seen |= halves
            offset &+= 16
            // Most texts end before.
            if offset &- start == 32 { unsafe skipLongRun(in: bytes, &offset, &seen) }
        }
        if count &- offset >= 8 {
            let word = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let matches = matches(in: word)
            if matches != 0 {
                seen[0] |= word & bits(below: matches)
                return offset &+ matches.trailingZeroBitCount / 8
            }
            seen[0] |= word
            offset &+= 8
        }
        while offset < count {
            let byte = unsafe bytes[offset]
            if byte < 0x20 || byte == .quotationMark || byte == .backslash { return offset }
            seen[0] |= UInt64(byte)
            offset &+= 1
        }
        return count
    }

    /// Moves past 64 bytes at a time that hold no special one; transparent, so that nothing of it goes through memory.
    @_transparent
    private static func skipLongRun(in bytes: UnsafeRawBufferPointer, _ offset: inout Int, _ seen: inout SIMD2<UInt64>)
    {
        while bytes.count &- offset >= 64 {
            var (all, flipped, slashes) = (SIMD16<UInt8>.zero, Self.all(0xff), Self.all(0xff))
            for place in 0..<4 {
                let sixteen = unsafe bytes.loadUnaligned(fromByteOffset: offset &+ 16 &* place, as: SIMD16<UInt8>.self)
                all |= sixteen
                flipped = least(flipped, sixteen ^ Self.all(0x02))
                slashes = least(slashes, sixteen ^ Self.all(.backslash))
            }
            if areAny(in: words(where: (flipped .<= Self.all(0x20)) .| (slashes .== Self.all(0)))) { return }
            seen |= unsafe unsafeBitCast(all, to: SIMD2<UInt64>.self)
            offset &+= 64
        }
    }

    /// How many of the 16 bytes at an address stand before the first that is special or above 0x7f.
    @inline(__always)
    static func plainCount(ofSixteenAt start: UnsafeRawPointer) -> Int {
        let sixteen = unsafe start.loadUnaligned(as: SIMD16<Int8>.self)
        // Bytes above 0x7f are negative.
        let ends = words(
            where: ((sixteen ^ SIMD16(repeating: 0x02)) .<= SIMD16(repeating: 0x20))
                .| (sixteen .== SIMD16(repeating: 0x5C)))
        if ends[0] != 0 { return ends[0].trailingZeroBitCount / 8 }
        return ends[1] != 0 ? 8 &+ ends[1].trailingZeroBitCount / 8 : 16
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
            let sixteen = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
            if areAny(in: matches(in: sixteen)) { return false }
            unsafe target.storeBytes(of: sixteen, toByteOffset: offset, as: SIMD16<UInt8>.self)
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

    /// All bits of the bytes, of sixteen, that are a quotation mark, a backslash or a control character.
    @inline(__always)
    private static func matches(in bytes: SIMD16<UInt8>) -> SIMD2<UInt64> {
        // The second bit flipped, quotation marks follow the control characters, and nothing else changes its side.
        words(where: ((bytes ^ all(0x02)) .<= all(0x20)) .| (bytes .== all(.backslash)))
    }

    /// All bits of the bytes for which something holds.
    @inline(__always)
    private static func words(where mask: SIMDMask<SIMD16<Int8>>) -> SIMD2<UInt64> {
        let bytes = SIMD16<Int8>.zero.replacing(with: -1, where: mask)
        return unsafe words(of: unsafeBitCast(bytes, to: SIMD2<UInt64>.self))
    }

    /// Two words whose first bytes are at the bottom.
    @inline(__always)
    private static func words(of memory: SIMD2<UInt64>) -> SIMD2<UInt64> {
        SIMD2(UInt64(littleEndian: memory[0]), UInt64(littleEndian: memory[1]))
    }

    @inline(__always)
    private static func all(_ byte: UInt8) -> SIMD16<UInt8> { SIMD16(repeating: byte) }

    /// The lesser one of each two bytes; Swift's own function is a loop.
    @inline(__always)
    private static func least(_ bytes: SIMD16<UInt8>, _ others: SIMD16<UInt8>) -> SIMD16<UInt8> {
        bytes.replacing(with: others, where: others .< bytes)
    }

    @inline(__always)
    private static func areAny(in matches: SIMD2<UInt64>) -> Bool { matches[0] | matches[1] != 0 }

    /// All bits below the byte of the lowest match, of which the lowest or the highest bit is set.
    @inline(__always)
    private static func bits(below matches: UInt64) -> UInt64 {
        1 &<< UInt64(truncatingIfNeeded: matches.trailingZeroBitCount & 0x38) &- 1
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
