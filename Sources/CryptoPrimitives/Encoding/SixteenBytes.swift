/// A vector of sixteen base64url characters, of their values, or of two groups of six decoded bytes, each followed by
/// two unused bytes.
///
/// All operations take constant time. Left shifts are multiplications, and "and" and "or" are mask operations: each of
/// these compiles to one vector instruction. The standard library's other operations process the lanes one by one,
/// unless all lanes share one operand.
struct SixteenBytes {
    typealias Mask = SIMDMask<SIMD16<Int8>>

    let bytes: SIMD16<Int8>

    @inline(__always)
    init(_ bytes: SIMD16<Int8>) {
        self.bytes = bytes
    }

    /// Creates a vector from two words of eight bytes, the first byte in the lowest bits.
    @inline(__always)
    init(_ first: UInt64, _ second: UInt64) {
        bytes = unsafe unsafeBitCast(SIMD2(first.littleEndian, second.littleEndian), to: SIMD16<Int8>.self)
    }

    /// The first eight bytes as a word, the first byte in the lowest bits.
    @inline(__always)
    var word: UInt64 {
        unsafe UInt64(littleEndian: unsafeBitCast(bytes, to: SIMD2<UInt64>.self)[0])
    }

    // MARK: Bytes to characters

    /// The sextets of the first six bytes of each half.
    @inline(__always)
    var sextets: SixteenBytes {
        let words = Self.bigEndian(unsafe unsafeBitCast(bytes, to: SIMD8<UInt16>.self))
        // Each word gets the twelve bits of two characters in its upper bits; the lower bits are ignored.
        let before = SIMD8(words[0], words[0], words[1], words[2], words[4], words[4], words[5], words[6])
        let twelves = Self.either(
            words &>> Self.twice(12, 4, 8, 12),
            before &* Self.twice(1, 1 << 12, 1 << 8, 1 << 4))
        let values = Self.either(
            twelves &>> 10, Self.both(twelves &* SIMD8(repeating: 1 << 4), SIMD8(repeating: 0x3f00)))
        return SixteenBytes(unsafe unsafeBitCast(Self.littleEndian(values), to: SIMD16<Int8>.self))
    }

    /// The characters of these values: A to Z, a to z from 26, 0 to 9 from 52, "-" for 62, "_" for 63.
    @inline(__always)
    var spelled: SixteenBytes {
        // The offset changes by 6, -75, -13 and 49; a true mask adds -1 instead of the given number.
        let distance =
            Self.either(bytes .> Self.all(25), -7) &+ Self.either(bytes .> Self.all(51), 74)
            &+ Self.either(bytes .< Self.all(62), -14) &+ Self.either(bytes .< Self.all(63), 48)
        return SixteenBytes(bytes &+ distance)
    }

    // MARK: Characters to bytes

    /// Returns whether all lanes of a mask are true, in constant time.
    static func isTrue(_ mask: Mask) -> Bool {
        let halves = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
        return halves[0] & halves[1] == .max
    }

    /// Returns the values of the characters in the lower six bits of each byte.
    ///
    /// A lane that is not a character of the alphabet becomes false in `valid`.
    @inline(__always)
    func values(valid: inout Mask) -> SixteenBytes {
        // Each range is shifted to end at 127: larger bytes become negative, so one comparison checks both ends.
        let digit = bytes &+ Self.all(127 - 57) .> Self.all(127 - 10)
        let letter = Self.either(bytes, Self.all(0x20)) &+ Self.all(127 - 122) .> Self.all(127 - 26)
        let hyphen = bytes .== Self.all(45)
        let special = hyphen .| (bytes .== Self.all(95))
        valid = valid .& (digit .| letter .| special)
        // The offsets are -65, -71 and 4, modulo 64; "_" is all ones, and "-" one less.
        let plain = bytes &+ Self.either(bytes .< Self.all(97), -7) &+ Self.both(Self.lanes(digit), Self.all(5))
        return SixteenBytes(Self.either(plain, Self.lanes(special)) &+ Self.lanes(hyphen))
    }

    /// The six bytes encoded by the sextets of each half.
    @inline(__always)
    var packed: SixteenBytes {
        let values = Self.littleEndian(unsafe unsafeBitCast(bytes, to: SIMD8<UInt16>.self))
        // Each word gets twelve bits in its upper bits; three words share the bits of four.
        let twelves = Self.either(
            values &* SIMD8(repeating: 1 << 10), Self.both(values &>> 4, SIMD8(repeating: 0x03f0)))
        let parts = twelves &>> Self.twice(4, 12, 8, 4)
        let after = SIMD8(parts[1], parts[2], parts[3], parts[0], parts[5], parts[6], parts[7], parts[4])
        let words = Self.either(twelves &* Self.twice(1, 1 << 4, 1 << 8, 1 << 12), after)
        return SixteenBytes(unsafe unsafeBitCast(Self.bigEndian(words), to: SIMD16<Int8>.self))
    }

    // MARK: Operations on bits

    /// Converts words between machine order and the first byte in the highest bits, in either direction.
    @inline(__always)
    private static func bigEndian(_ words: SIMD8<UInt16>) -> SIMD8<UInt16> {
        (1 as UInt16).bigEndian == 1 ? words : either(words &* SIMD8(repeating: 1 << 8), words &>> 8)
    }

    /// Converts words between machine order and the first byte in the lowest bits, in either direction.
    @inline(__always)
    private static func littleEndian(_ words: SIMD8<UInt16>) -> SIMD8<UInt16> {
        (1 as UInt16).littleEndian == 1 ? words : either(words &* SIMD8(repeating: 1 << 8), words &>> 8)
    }

    /// Returns the same four words for each half; with eight literals the compiler processes the lanes one by one.
    @inline(__always)
    private static func twice(_ first: UInt16, _ second: UInt16, _ third: UInt16, _ fourth: UInt16) -> SIMD8<UInt16> {
        let half = SIMD4(first, second, third, fourth)
        return SIMD8(lowHalf: half, highHalf: half)
    }

    @inline(__always)
    private static func all(_ byte: Int8) -> SIMD16<Int8> {
        SIMD16(repeating: byte)
    }

    @inline(__always)
    private static func lanes(_ mask: Mask) -> SIMD16<Int8> {
        unsafe unsafeBitCast(mask, to: SIMD16<Int8>.self)
    }

    /// Returns -1 in lanes where the mask is true, the byte in the others.
    @inline(__always)
    private static func either(_ mask: Mask, _ byte: Int8) -> SIMD16<Int8> {
        either(lanes(mask), all(byte))
    }

    @inline(__always)
    private static func either<Lanes: SIMD>(_ left: Lanes, _ right: Lanes) -> Lanes {
        let bits = unsafe unsafeBitCast(left, to: Mask.self) .| unsafeBitCast(right, to: Mask.self)
        return unsafe unsafeBitCast(bits, to: Lanes.self)
    }

    @inline(__always)
    private static func both<Lanes: SIMD>(_ left: Lanes, _ right: Lanes) -> Lanes {
        let bits = unsafe unsafeBitCast(left, to: Mask.self) .& unsafeBitCast(right, to: Mask.self)
        return unsafe unsafeBitCast(bits, to: Lanes.self)
    }
}
