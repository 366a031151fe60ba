/// Unpadded base64url (RFC 4648 §5) in its one canonical spelling, without branches or tables that depend on the data.
///
/// Our own, because libsodium 1.0.18 takes bytes from 0x80 on for characters of the alphabet, and because it is the
/// greater part of what a seal costs beside its primitives. Sixteen characters, twelve bytes, are worked on at once.
package enum Base64URL {
    /// The number of characters that `byteCount` bytes become.
    package static func encodedCount(of byteCount: Int) -> Int {
        (byteCount * 4 + 2) / 3
    }

    /// The number of bytes that fit into `characterCount` characters.
    package static func decodedCount(of characterCount: Int) -> Int {
        characterCount * 3 / 4
    }

    /// Appends the characters of `bytes`.
    package static func encode(_ bytes: Span<UInt8>, appendingTo output: inout [UInt8]) {
        unsafe output.append(count: encodedCount(of: bytes.count)) { output in
            unsafe bytes.withUnsafeBytes { unsafe encode($0, into: output) }
        }
    }

    /// Returns the characters of `bytes`.
    package static func string(encoding bytes: Span<UInt8>) -> String {
        var text: [UInt8] = []
        encode(bytes, appendingTo: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes of a canonical text, or nil for padding, white space, characters of another alphabet,
    /// an impossible length or trailing bits that are not zero.
    package static func decode(_ text: Span<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        do throws(CryptoError) {
            try unsafe bytes.append(count: decodedCount(of: text.count)) { output throws(CryptoError) in
                try unsafe text.withUnsafeBytes { text throws(CryptoError) in try unsafe decode(text, into: output) }
            }
        } catch {
            return nil
        }
        return bytes
    }

    /// Writes the characters of `bytes` to `output`, which has just the size for them.
    static func encode(_ bytes: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) {
        var (read, written) = (0, 0)
        // Each of the two words takes two bytes more than it uses.
        while bytes.count - read >= 14 {
            let words = unsafe SIMD2(word(bytes, at: read), word(bytes, at: read + 6))
            let spelled = Characters(sextetsOf: words &>> 16).spelled
            unsafe store(spelled[0], to: output, at: written)
            unsafe store(spelled[1], to: output, at: written + 8)
            read += 12
            written += 16
        }
        while read < bytes.count {
            let count = min(6, bytes.count - read)
            var word: UInt64 = 0
            for index in 0..<count { word |= unsafe UInt64(bytes[read + index]) << (40 - 8 * UInt64(index)) }
            let spelled = Characters(sextetsOf: SIMD2(word, 0)).spelled[0]
            for index in 0..<encodedCount(of: count) {
                unsafe output[written] = UInt8(truncatingIfNeeded: spelled >> (8 * UInt64(index)))
                written += 1
            }
            read += count
        }
    }

    /// Writes the bytes of a canonical text to `output`, which has just the size for them.
    ///
    /// - Throws: `CryptoError.incorrectSize` for whatever is not canonical; `output` is then of no meaning.
    static func decode(
        _ text: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        guard text.count % 4 != 1 else { throw .incorrectSize }
        var (read, written) = (0, 0)
        // One bit stays for each fault, so that the time does not tell where the first one is.
        var faults = SIMD2<UInt64>.zero
        // The second word is stored with two bytes too many, which the next one writes over.
        while text.count - read >= 16, output.count - written >= 14 {
            let words = unsafe SIMD2(word(text, at: read).byteSwapped, word(text, at: read + 8).byteSwapped)
            let characters = Characters(spelled: words)
            faults |= characters.faults
            let bytes = characters.sextets &<< 16
            unsafe store(bytes[0].byteSwapped, to: output, at: written)
            unsafe store(bytes[1].byteSwapped, to: output, at: written + 6)
            read += 16
            written += 12
        }
        while read < text.count {
            let count = min(8, text.count - read)
            // What the text does not fill is spelled "A", zero, and so are the bits behind it.
            var word = count == 8 ? 0 : Characters.zeros << (8 * UInt64(count))
            for index in 0..<count { word |= unsafe UInt64(text[read + index]) << (8 * UInt64(index)) }
            let characters = Characters(spelled: SIMD2(word, Characters.zeros))
            let bytes = characters.sextets[0] << 16
            let byteCount = decodedCount(of: count)
            faults |= characters.faults | SIMD2(bytes << (8 * UInt64(byteCount)), 0)
            for index in 0..<byteCount {
                unsafe output[written] = UInt8(truncatingIfNeeded: bytes >> (56 - 8 * UInt64(index)))
                written += 1
            }
            read += count
        }
        guard faults == .zero else { throw .incorrectSize }
    }

    /// The eight bytes at an offset, the first on top.
    @inline(__always)
    private static func word(_ buffer: UnsafeRawBufferPointer, at offset: Int) -> UInt64 {
        unsafe UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// Writes the eight bytes of a word, the first at the bottom.
    @inline(__always)
    private static func store(_ word: UInt64, to buffer: UnsafeMutableRawBufferPointer, at offset: Int) {
        unsafe buffer.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
    }
}

/// Sixteen characters of the alphabet, one a byte, eight in each of two words, the first at the bottom.
private struct Characters {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    /// Eight times "A".
    static let zeros = ones * UInt64(UInt8(ascii: "A"))

    /// The values of the characters, 0 to 63.
    private let values: SIMD16<Int8>
    /// Not zero where a byte was no character.
    let faults: SIMD2<UInt64>

    /// Takes 48 bits each, six for each character, the first on top; what stands above them does not count.
    @inline(__always)
    init(sextetsOf bits: SIMD2<UInt64>) {
        // Halves of 24, quarters of 12, and eighths of 6 bits, each in a lane of its own, the first in the lower one.
        let halves = unsafe unsafeBitCast((bits &<< 16) &>> 40 | (bits & 0xff_ffff) &<< 32, to: SIMD4<UInt32>.self)
        let quarters = unsafe unsafeBitCast(halves &>> 12 | (halves &<< 20) &>> 4, to: SIMD8<UInt16>.self)
        values = unsafe unsafeBitCast(quarters &>> 6 | (quarters &<< 10) &>> 2, to: SIMD16<Int8>.self)
        faults = .zero
    }

    /// The 48 bits of each word, the first character's on top.
    @inline(__always)
    var sextets: SIMD2<UInt64> {
        let eighths = unsafe unsafeBitCast(values, to: SIMD8<UInt16>.self)
        let quarters = unsafe unsafeBitCast((eighths &<< 8) &>> 2 | eighths &>> 8, to: SIMD4<UInt32>.self)
        let halves = unsafe unsafeBitCast((quarters &<< 16) &>> 4 | quarters &>> 16, to: SIMD2<UInt64>.self)
        return (halves &<< 40) &>> 16 | halves &>> 32
    }

    /// The characters: A to Z, a to z from 26, 0 to 9 from 52, "-" for 62, "_" for 63.
    @inline(__always)
    var spelled: SIMD2<UInt64> {
        let spelled =
            values &+ Self.all(65)
            &+ (Self.chosen(values .> Self.all(25), 6) &- Self.chosen(values .> Self.all(51), 75))
            &+ (Self.chosen(values .> Self.all(62), 49) &- Self.chosen(values .> Self.all(61), 13))
        return unsafe unsafeBitCast(spelled, to: SIMD2<UInt64>.self)
    }

    /// Reads eight characters each; transparent, since the compiler does not inline it twice otherwise.
    @_transparent
    init(spelled words: SIMD2<UInt64>) {
        // Bytes above 0x7f are negative here, and in no range.
        let bytes = unsafe unsafeBitCast(words, to: SIMD16<Int8>.self)
        let upper = (bytes .> Self.all(64)) .& (bytes .< Self.all(91))
        let lower = (bytes .> Self.all(96)) .& (bytes .< Self.all(123))
        let digit = (bytes .> Self.all(47)) .& (bytes .< Self.all(58))
        let (hyphen, underscore) = (bytes .== Self.all(45), bytes .== Self.all(95))
        let offsets =
            Self.chosen(upper, -65) | Self.chosen(lower, -71) | Self.chosen(digit, 4)
            | Self.chosen(hyphen, 17) | Self.chosen(underscore, -32)
        values = (bytes &+ offsets) & Self.all(0x3f)
        let valid = Self.chosen(upper .| lower .| digit .| hyphen .| underscore, -1)
        faults = unsafe unsafeBitCast(~valid, to: SIMD2<UInt64>.self)
    }

    @inline(__always)
    private static func all(_ byte: Int8) -> SIMD16<Int8> {
        SIMD16(repeating: byte)
    }

    /// The byte where the mask is true, 0 elsewhere; the compiler makes this a mask and no branch.
    @inline(__always)
    private static func chosen(_ mask: SIMDMask<SIMD16<Int8>>, _ byte: Int8) -> SIMD16<Int8> {
        all(0).replacing(with: all(byte), where: mask)
    }
}

extension SecretMemory {
    /// Decodes a secret from base64url straight into guarded memory.
    ///
    /// - Throws: `CryptoError.incorrectSize` when the text is not canonical or not of `byteCount` bytes.
    package convenience init(base64URL text: Span<UInt8>, byteCount: Int) throws(CryptoError) {
        guard Base64URL.encodedCount(of: byteCount) == text.count else { throw .incorrectSize }
        try unsafe self.init(byteCount: byteCount) { output throws(CryptoError) in
            try unsafe text.withUnsafeBytes { text throws(CryptoError) in
                try unsafe Base64URL.decode(text, into: output)
            }
        }
    }
}
