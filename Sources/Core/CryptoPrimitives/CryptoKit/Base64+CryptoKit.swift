#if SwiftCrypto || !canImport(CSodium)

/// Base64 (RFC 4648) without branches or tables that depend on the bytes that a valid text encodes.
enum Base64 {
    struct Variant {
        /// The 63rd and 64th characters, and whether a text is padded.
        fileprivate let last: (UInt8, UInt8)
        fileprivate let isPadded: Bool

        static let padded = Variant(last: (UInt8(ascii: "+"), UInt8(ascii: "/")), isPadded: true)
        static let unpaddedURL = Variant(last: (UInt8(ascii: "-"), UInt8(ascii: "_")), isPadded: false)
    }

    /// Writes the characters of `bytes` to `output`, which has exactly their size.
    static func encode(_ bytes: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, _ variant: Variant)
    {
        var (bits, bitCount, offset): (UInt32, UInt32, Int) = (0, 0, 0)
        func put(_ value: UInt32) {
            unsafe output[offset] = character(value & 63, variant)
            offset += 1
        }
        for index in bytes.indices {
            bits = unsafe bits << 8 | UInt32(bytes[index])
            bitCount += 8
            while bitCount >= 6 {
                bitCount -= 6
                put(bits >> bitCount)
            }
        }
        if bitCount > 0 { put(bits << (6 - bitCount)) }
        while offset < output.count {
            unsafe output[offset] = UInt8(ascii: "=")
            offset += 1
        }
    }

    /// Writes the bytes of `text` to `output` and returns their number; throws `incorrectSize` for characters outside the alphabet
    /// and `ignored`, an impossible length, trailing bits that are not zero, wrong padding, and more bytes than `output` has.
    static func decode(
        _ text: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer, ignoring ignored: String? = nil,
        _ variant: Variant
    ) throws(CryptoError) -> Int {
        let ignored = Array((ignored ?? "").utf8)
        var (bits, bitCount, offset): (UInt32, UInt32, Int) = (0, 0, 0)
        var (digits, padding) = (0, 0)
        for index in text.indices {
            let character = unsafe text[index]
            if ignored.contains(character) { continue }
            if variant.isPadded, character == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            let value = value(character, variant)
            guard value < 64, padding == 0 else { throw .incorrectSize }
            digits += 1
            bits = bits << 6 | value
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                guard offset < output.count else { throw .incorrectSize }
                unsafe output[offset] = UInt8(truncatingIfNeeded: bits >> bitCount)
                offset += 1
            }
        }
        let expectedPadding = variant.isPadded ? (4 - digits % 4) % 4 : 0
        guard digits % 4 != 1, padding == expectedPadding, bits & (1 << bitCount - 1) == 0 else { throw .incorrectSize }
        return offset
    }

    /// All ones if `value` is in a range, else zero; all three are less than 2^31.
    private static func mask(_ value: UInt32, _ first: UInt32, _ last: UInt32) -> UInt32 {
        // Outside of the range one of the differences is negative, and has the highest bit.
        (((value &- first) | (last &- value)) >> 31) &- 1
    }

    private static func character(_ value: UInt32, _ variant: Variant) -> UInt8 {
        let letter = mask(value, 0, 25) & (value &+ 65) | mask(value, 26, 51) & (value &+ 71)
        let other =
            mask(value, 52, 61) & (value &- 4) | mask(value, 62, 62) & UInt32(variant.last.0)
            | mask(value, 63, 63) & UInt32(variant.last.1)
        return UInt8(truncatingIfNeeded: letter | other)
    }

    /// The six bits of a character, or 64 and more.
    private static func value(_ character: UInt8, _ variant: Variant) -> UInt32 {
        let value = UInt32(character)
        let (upper, lower, digit) = (mask(value, 65, 90), mask(value, 97, 122), mask(value, 48, 57))
        let (first, second) = (UInt32(variant.last.0), UInt32(variant.last.1))
        let (plus, slash) = (mask(value, first, first), mask(value, second, second))
        let found = upper & (value &- 65) | lower & (value &- 71) | digit & (value &+ 4) | plus & 62 | slash & 63
        return found | ~(upper | lower | digit | plus | slash) & 64
    }
}
#endif
