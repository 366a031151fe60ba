/// Unpadded base64url (RFC 4648 §5) in its one canonical spelling, without branches or tables that depend on the data.
///
/// Our own, because libsodium 1.0.18 takes bytes from 0x80 on for characters of the alphabet, and because it is the
/// greater part of what a seal costs beside its primitives. Eight characters, six bytes, are worked on at once.
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
        while read < bytes.count {
            let count = min(6, bytes.count - read)
            let characters = unsafe Characters(sextetsOf: BigEndianWord(bytes, at: read, count: count).value >> 16)
            let characterCount = encodedCount(of: count)
            unsafe BigEndianWord(characters.spelled).store(to: output, at: written, count: characterCount)
            read += count
            written += characterCount
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
        var faults: UInt64 = 0
        while read < text.count {
            let count = min(8, text.count - read)
            // What the text does not fill is spelled "A", zero, and so are the bits behind it.
            let spelled = unsafe BigEndianWord(text, at: read, count: count).value | Characters.zeros >> (8 * count)
            let characters = Characters(spelled: spelled)
            faults |= characters.faults
            let bytes = characters.sextets << 16
            let byteCount = decodedCount(of: count)
            faults |= bytes << (8 * byteCount)
            unsafe BigEndianWord(bytes).store(to: output, at: written, count: byteCount)
            read += count
            written += byteCount
        }
        guard faults == 0 else { throw .incorrectSize }
    }
}

/// Up to eight bytes of a buffer as a word, the first byte on top, zeros below the last.
private struct BigEndianWord {
    let value: UInt64

    init(_ value: UInt64) { self.value = value }

    init(_ buffer: UnsafeRawBufferPointer, at offset: Int, count: Int) {
        if offset + 8 <= buffer.count {
            let word = unsafe UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            value = count == 8 ? word : word & ~(.max >> (8 * UInt64(count)))
        } else {
            var word: UInt64 = 0
            for index in 0..<count { word |= unsafe UInt64(buffer[offset + index]) << (56 - 8 * UInt64(index)) }
            value = word
        }
    }

    /// Writes the `count` bytes on top.
    func store(to buffer: UnsafeMutableRawBufferPointer, at offset: Int, count: Int) {
        if count == 8 {
            unsafe buffer.storeBytes(of: value.bigEndian, toByteOffset: offset, as: UInt64.self)
        } else {
            for index in 0..<count {
                unsafe buffer[offset + index] = UInt8(truncatingIfNeeded: value >> (56 - 8 * UInt64(index)))
            }
        }
    }
}

/// Eight characters of the alphabet, one a byte; no byte's arithmetic ever reaches into its neighbour.
private struct Characters {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    /// Eight times "A".
    static let zeros = ones * UInt64(UInt8(ascii: "A"))

    /// The values of the characters, 0 to 63.
    private let values: UInt64
    /// Not zero where a byte was no character.
    let faults: UInt64

    /// Takes 48 bits, six for each character.
    @inline(__always)
    init(sextetsOf bits: UInt64) {
        let halves = (bits & 0xffff_ff00_0000) << 8 | bits & 0xff_ffff
        let quarters = (halves & 0x00ff_f000_00ff_f000) << 4 | halves & 0x0000_0fff_0000_0fff
        values = (quarters & 0x0fc0_0fc0_0fc0_0fc0) << 2 | quarters & 0x003f_003f_003f_003f
        faults = 0
    }

    /// The 48 bits.
    @inline(__always)
    var sextets: UInt64 {
        let quarters = (values & 0x3f00_3f00_3f00_3f00) >> 2 | values & 0x003f_003f_003f_003f
        let halves = (quarters & 0x0fff_0000_0fff_0000) >> 4 | quarters & 0x0000_0fff_0000_0fff
        return (halves & 0x00ff_ffff_0000_0000) >> 8 | halves & 0xff_ffff
    }

    /// The characters: A to Z, a to z from 26, 0 to 9 from 52, "-" for 62, "_" for 63.
    @inline(__always)
    var spelled: UInt64 {
        values &+ Self.ones * 65
            &+ Self.atLeast(26, values) * 6
            &- Self.atLeast(52, values) * 75
            &- Self.atLeast(62, values) * 13
            &+ Self.atLeast(63, values) * 49
    }

    /// Reads eight characters.
    @inline(__always)
    init(spelled word: UInt64) {
        // Bytes above 0x7f are faults, and are taken out so that the sums below stay within their bytes.
        let ascii = word & (Self.ones * 0x7f)
        let upper = Self.between(65, 90, ascii)
        let lower = Self.between(97, 122, ascii)
        let digit = Self.between(48, 57, ascii)
        let minus = Self.between(45, 45, ascii)
        let underscore = Self.between(95, 95, ascii)
        let known = upper | lower | digit | minus | underscore
        values =
            (ascii & (known * 0xff))
            &- upper * 65 &- lower * 71 &+ digit * 4 &+ minus * 17 &- underscore * 32
        faults = (known ^ Self.ones) | (word & (Self.ones * 0x80))
    }

    /// One in each byte that is at least `limit`; all are below 128.
    @inline(__always)
    private static func atLeast(_ limit: UInt64, _ word: UInt64) -> UInt64 {
        (word &+ ones * (128 - limit)) >> 7 & ones
    }

    /// One in each byte from `first` to `last`; all are below 128.
    @inline(__always)
    private static func between(_ first: UInt64, _ last: UInt64, _ word: UInt64) -> UInt64 {
        atLeast(first, word) & ~atLeast(last + 1, word)
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
