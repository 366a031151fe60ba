/// Sixteen characters of base64url, or their values, or twice the six bytes that eight spell and two of no meaning.
///
/// All of it takes the same time whatever the bytes are. Shifts to the left are multiplications, and "and" and "or"
/// are those of masks: each of these is one operation on all lanes, while the others of the standard library are
/// sixteen, of which the compiler makes one only where the lanes have nothing of their own.
struct SixteenBytes {
    typealias Mask = SIMDMask<SIMD16<Int8>>

    let bytes: SIMD16<Int8>

    @inline(__always)
    init(_ bytes: SIMD16<Int8>) {
        self.bytes = bytes
    }

    /// Eight bytes each, the first at the bottom.
    @inline(__always)
    init(_ first: UInt64, _ second: UInt64) {
        bytes = unsafe unsafeBitCast(SIMD2(first.littleEndian, second.littleEndian), to: SIMD16<Int8>.self)
    }

    /// The first eight bytes, the first at the bottom.
    @inline(__always)
    var word: UInt64 {
        unsafe UInt64(littleEndian: unsafeBitCast(bytes, to: SIMD2<UInt64>.self)[0])
    }

    // MARK: Bytes to characters

    /// The values of the characters that spell the first six bytes of each half.
    @inline(__always)
    var sextets: SixteenBytes {
        let words = Self.bigEndian(unsafe unsafeBitCast(bytes, to: SIMD8<UInt16>.self))
        // Twelve bits on top of each of four words, the bits of two characters; what is below them does not count.
        let before = SIMD8(words[0], words[0], words[1], words[2], words[4], words[4], words[5], words[6])
        let twelves = Self.either(
            words &>> Self.twice(12, 4, 8, 12),
            before &* Self.twice(1, 1 << 12, 1 << 8, 1 << 4))
        let values = Self.either(
            twelves &>> 10, Self.both(twelves &* SIMD8(repeating: 1 << 4), SIMD8(repeating: 0x3f00)))
        return SixteenBytes(unsafe unsafeBitCast(Self.littleEndian(values), to: SIMD16<Int8>.self))
    }

    /// The characters with these values: A to Z, a to z from 26, 0 to 9 from 52, "-" for 62, "_" for 63.
    @inline(__always)
    var spelled: SixteenBytes {
        // The distance changes by 6, -75, -13 and 49; what is added is -1 where the mask is true.
        let distance =
            Self.either(bytes .> Self.all(25), -7) &+ Self.either(bytes .> Self.all(51), 74)
            &+ Self.either(bytes .< Self.all(62), -14) &+ Self.either(bytes .< Self.all(63), 48)
        return SixteenBytes(bytes &+ distance)
    }

    // MARK: Characters to bytes

    /// Whether all of a mask is true, without a branch on where it is not.
    static func isTrue(_ mask: Mask) -> Bool {
        let halves = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
        return halves[0] & halves[1] == .max
    }

    /// The values of the characters in the lower six bits of each byte.
    ///
    /// What is no character becomes false in `valid`.
    @inline(__always)
    func values(valid: inout Mask) -> SixteenBytes {
        // A range is moved to end at 127: what is above it becomes negative, and one comparison sees both ends.
        let digit = bytes &+ Self.all(127 - 57) .> Self.all(127 - 10)
        let letter = Self.either(bytes, Self.all(0x20)) &+ Self.all(127 - 122) .> Self.all(127 - 26)
        let hyphen = bytes .== Self.all(45)
        let special = hyphen .| (bytes .== Self.all(95))
        valid = valid .& (digit .| letter .| special)
        // The distances are -65, -71 and 4, modulo 64; "_" is all ones, and "-" one less.
        let plain = bytes &+ Self.either(bytes .< Self.all(97), -7) &+ Self.both(Self.lanes(digit), Self.all(5))
        return SixteenBytes(Self.either(plain, Self.lanes(special)) &+ Self.lanes(hyphen))
    }

    /// The six bytes that the lower six bits of the bytes of each half are.
    @inline(__always)
    var packed: SixteenBytes {
        let values = Self.littleEndian(unsafe unsafeBitCast(bytes, to: SIMD8<UInt16>.self))
        // Twelve bits on top of each word, which three words then share.
        let twelves = Self.either(
            values &* SIMD8(repeating: 1 << 10), Self.both(values &>> 4, SIMD8(repeating: 0x03f0)))
        let parts = twelves &>> Self.twice(4, 12, 8, 4)
        let after = SIMD8(parts[1], parts[2], parts[3], parts[0], parts[5], parts[6], parts[7], parts[4])
        let words = Self.either(twelves &* Self.twice(1, 1 << 4, 1 << 8, 1 << 12), after)
        return SixteenBytes(unsafe unsafeBitCast(Self.bigEndian(words), to: SIMD16<Int8>.self))
    }

    // MARK: Operations on bits

    /// Words in the order of the machine to ones with the first byte on top, or back.
    @inline(__always)
    private static func bigEndian(_ words: SIMD8<UInt16>) -> SIMD8<UInt16> {
        (1 as UInt16).bigEndian == 1 ? words : either(words &* SIMD8(repeating: 1 << 8), words &>> 8)
    }

    /// Words in the order of the machine to ones with the first byte at the bottom, or back.
    @inline(__always)
    private static func littleEndian(_ words: SIMD8<UInt16>) -> SIMD8<UInt16> {
        (1 as UInt16).littleEndian == 1 ? words : either(words &* SIMD8(repeating: 1 << 8), words &>> 8)
    }

    /// The same four words for each half; where they are spelled as eight, the compiler takes the lanes one by one.
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

    /// -1 where the mask is true, the byte elsewhere.
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
