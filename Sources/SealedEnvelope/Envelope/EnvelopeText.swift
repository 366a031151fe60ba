/// Unpadded base64url (RFC 4648 §5) of an envelope, with a lookup table.
///
/// An envelope is public, so the time may depend on its bytes; `Base64URL` encodes and decodes secrets.
package enum EnvelopeText {
    /// Returns the number of characters that encode `byteCount` bytes.
    package static func characterCount(of byteCount: Int) -> Int {
        (byteCount * 4 + 2) / 3
    }

    /// Returns the characters of `bytes`.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(characterCount(of: bytes.count))
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let rest = bytes.count - start
            let group =
                UInt32(bytes[start]) << 16 | (rest > 1 ? UInt32(bytes[start + 1]) << 8 : 0)
                | (rest > 2 ? UInt32(bytes[start + 2]) : 0)
            text.append(alphabet[Int(group >> 18)])
            text.append(alphabet[Int(group >> 12 & 63)])
            if rest > 1 { text.append(alphabet[Int(group >> 6 & 63)]) }
            if rest > 2 { text.append(alphabet[Int(group & 63)]) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes of `text`.
    ///
    /// Returns nil for padding, white space, characters outside the alphabet, an impossible length, and trailing bits
    /// that are not zero: an envelope has exactly one encoding.
    package static func decode(_ text: String) -> [UInt8]? {
        let characters = text.utf8
        guard characters.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count * 3 / 4)
        var bits: UInt32 = 0
        var bitCount = 0
        for character in characters {
            let value = values[Int(character)]
            guard value < 64 else { return nil }
            bits = bits << 6 | UInt32(value)
            bitCount += 6
            if bitCount >= 8 {
                bitCount -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
            }
        }
        return bits & (1 << UInt32(bitCount) - 1) == 0 ? bytes : nil
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The value of each byte as a character; 255 for a byte outside the alphabet.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()
}
