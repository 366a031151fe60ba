/// Unpadded canonical base64url (RFC 4648 §5), without branches or tables that depend on the data.
///
/// This implementation replaces libsodium's, because libsodium 1.0.18 accepts bytes from 0x80 on as characters of the
/// alphabet. It is also the largest cost of a seal apart from the primitives, so `SixteenBytes` processes sixteen
/// characters, twelve bytes, at once.
package enum Base64URL {
    /// Returns the number of characters that encode `byteCount` bytes.
    package static func encodedCount(of byteCount: Int) -> Int {
        (byteCount * 4 + 2) / 3
    }

    /// Returns the number of bytes that `characterCount` characters encode.
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

    /// Returns the bytes of a canonical text.
    ///
    /// Returns nil for padding, white space, characters outside the alphabet, an impossible length or trailing bits
    /// that are not zero.
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

    /// Writes the characters of `bytes` to `output`, which has exactly their size.
    static func encode(_ bytes: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) {
        var (read, written) = (0, 0)
        if let source = bytes.baseAddress, let destination = output.baseAddress {
            // Each of the two 8-byte loads reads two bytes more than it uses.
            for _ in 0..<(bytes.count - 2) / 12 {
                let halves = unsafe SIMD16(
                    lowHalf: source.loadUnaligned(fromByteOffset: read, as: SIMD8<Int8>.self),
                    highHalf: source.loadUnaligned(fromByteOffset: read &+ 6, as: SIMD8<Int8>.self))
                let characters = SixteenBytes(halves).sextets.spelled.bytes
                unsafe destination.storeBytes(of: characters, toByteOffset: written, as: SIMD16<Int8>.self)
                read &+= 12
                written &+= 16
            }
        }
        while read < bytes.count {
            let count = min(6, bytes.count - read)
            var word: UInt64 = 0
            for index in (read..<read + count).reversed() { word = unsafe word << 8 | UInt64(bytes[index]) }
            var spelled = SixteenBytes(word, 0).sextets.spelled.word
            for index in written..<written + encodedCount(of: count) {
                unsafe output[index] = UInt8(truncatingIfNeeded: spelled)
                spelled >>= 8
            }
            read += count
            written += encodedCount(of: count)
        }
    }

    /// Writes the bytes of a canonical text to `output`, which has exactly their size.
    ///
    /// - Throws: `CryptoError.incorrectSize` if the text is not canonical; the content of `output` is then undefined.
    static func decode(
        _ text: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        guard text.count % 4 != 1 else { throw .incorrectSize }
        var (read, written) = (0, 0)
        // Errors are accumulated and checked at the end, so that the time does not reveal the position of the first
        // one.
        var valid = SixteenBytes.Mask(repeating: true)
        if let source = text.baseAddress, let destination = output.baseAddress {
            // The second 8-byte store writes two bytes too many, which the next store overwrites.
            for _ in 0..<min(text.count / 16, (output.count - 2) / 12) {
                let characters = unsafe source.loadUnaligned(fromByteOffset: read, as: SIMD16<Int8>.self)
                let bytes = SixteenBytes(characters).values(valid: &valid).packed.bytes
                unsafe destination.storeBytes(of: bytes.lowHalf, toByteOffset: written, as: SIMD8<Int8>.self)
                unsafe destination.storeBytes(of: bytes.highHalf, toByteOffset: written &+ 6, as: SIMD8<Int8>.self)
                read &+= 16
                written &+= 12
            }
        }
        let zeros = 0x0101_0101_0101_0101 * UInt64(UInt8(ascii: "A"))
        var trailing: UInt64 = 0
        while read < text.count {
            let count = min(8, text.count - read)
            // Missing characters are filled with "A", whose value is zero, so the bits after the text are zero.
            var word = zeros
            for index in (read..<read + count).reversed() { word = unsafe word << 8 | UInt64(text[index]) }
            var bytes = SixteenBytes(word, zeros).values(valid: &valid).packed.word & 0xffff_ffff_ffff
            for index in written..<written + decodedCount(of: count) {
                unsafe output[index] = UInt8(truncatingIfNeeded: bytes)
                bytes >>= 8
            }
            trailing |= bytes
            read += count
            written += decodedCount(of: count)
        }
        guard SixteenBytes.isTrue(valid), trailing == 0 else { throw .incorrectSize }
    }
}

extension SecretMemory {
    /// Decodes a secret from base64url directly into guarded memory.
    ///
    /// - Throws: `CryptoError.incorrectSize` if the text is not canonical or does not encode `byteCount` bytes.
    package convenience init(base64URL text: Span<UInt8>, byteCount: Int) throws(CryptoError) {
        guard Base64URL.encodedCount(of: byteCount) == text.count else { throw .incorrectSize }
        try unsafe self.init(byteCount: byteCount) { output throws(CryptoError) in
            try unsafe text.withUnsafeBytes { text throws(CryptoError) in
                try unsafe Base64URL.decode(text, into: output)
            }
        }
    }
}
