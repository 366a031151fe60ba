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
        let alphabet = alphabet
        let groupCount = (bytes.count + 2) / 3
        var text = [UInt8](repeating: 0, count: groupCount * 4)
        for number in 0..<groupCount {
            // Bytes after the end count as zero; their characters are cut off.
            var group: UInt32 = 0
            for index in number * 3..<number * 3 + 3 {
                group = group << 8 | (index < bytes.count ? UInt32(bytes[index]) : 0)
            }
            text[number * 4] = alphabet[Int(group >> 18)]
            text[number * 4 + 1] = alphabet[Int(group >> 12 & 63)]
            text[number * 4 + 2] = alphabet[Int(group >> 6 & 63)]
            text[number * 4 + 3] = alphabet[Int(group & 63)]
        }
        return String(decoding: text[..<characterCount(of: bytes.count)], as: UTF8.self)
    }

    /// Returns the bytes of `text`.
    ///
    /// Returns nil for padding, white space, characters outside the alphabet, an impossible length, and trailing bits
    /// that are not zero: an envelope has exactly one encoding.
    package static func decode(_ text: String) -> [UInt8]? {
        let values = values
        let characters = text.utf8.span
        guard characters.count % 4 != 1 else { return nil }
        let groupCount = (characters.count + 3) / 4
        var bytes = [UInt8](repeating: 0, count: groupCount * 3)
        var seen: UInt8 = 0
        for number in 0..<groupCount {
            // Characters after the end count as zero.
            var group: UInt32 = 0
            for index in number * 4..<number * 4 + 4 {
                let value = index < characters.count ? values[Int(characters[index])] : 0
                seen |= value
                group = group << 6 | UInt32(value)
            }
            bytes[number * 3] = UInt8(truncatingIfNeeded: group >> 16)
            bytes[number * 3 + 1] = UInt8(truncatingIfNeeded: group >> 8)
            bytes[number * 3 + 2] = UInt8(truncatingIfNeeded: group)
        }
        // The bytes after the last whole one are the trailing bits.
        let byteCount = characters.count * 3 / 4
        guard seen < 64, bytes[byteCount...].allSatisfy({ $0 == 0 }) else { return nil }
        bytes.removeSubrange(byteCount...)
        return bytes
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The value of each byte as a character; 255 for a byte outside the alphabet.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()
}
