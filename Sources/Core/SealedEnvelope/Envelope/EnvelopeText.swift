/// Unpadded base64url (RFC 4648 §5) of an envelope.
///
/// An envelope is public, so the time may depend on its bytes; `Base64URL` encodes and decodes secrets.
package enum EnvelopeText {
    /// Returns the number of characters that encode `byteCount` bytes.
    package static func characterCount(of byteCount: Int) -> Int { (byteCount * 4 + 2) / 3 }

    package static func encode(_ bytes: [UInt8]) -> String {
        let groupCount = (bytes.count + 2) / 3
        // Bytes after the end count as zero; their characters are cut off.
        let padded = ContiguousArray(bytes) + repeatElement(0, count: groupCount * 3 - bytes.count)
        var text = ContiguousArray<UInt8>(repeating: 0, count: groupCount * 4)
        let input = padded.span
        var output = text.mutableSpan
        for group in 0..<groupCount {
            let (first, second, third) = (input[group &* 3], input[group &* 3 &+ 1], input[group &* 3 &+ 2])
            output[group &* 4] = first >> 2
            output[group &* 4 &+ 1] = (first << 4 | second >> 4) & 63
            output[group &* 4 &+ 2] = (second << 2 | third >> 6) & 63
            output[group &* 4 &+ 3] = third & 63
        }
        for index in output.indices { output[index] = character(of: output[index]) }
        return String(decoding: text.prefix(characterCount(of: bytes.count)), as: UTF8.self)
    }

    /// Returns the bytes of `text`; nil for padding, white space, characters outside the alphabet, an impossible length,
    /// and trailing bits that are not zero: an envelope has exactly one encoding.
    package static func decode(_ text: String) -> [UInt8]? {
        let text = ContiguousArray(text.utf8)
        let characters = text.span
        guard characters.count % 4 != 1 else { return nil }
        let groupCount = (characters.count + 3) / 4
        // Characters after the end count as zero.
        var sextets = ContiguousArray<UInt8>(repeating: 0, count: groupCount * 4)
        var values = sextets.mutableSpan
        var seen: UInt8 = 0
        for index in characters.indices {
            values[index] = value(of: characters[index])
            seen |= values[index]
        }
        var bytes = ContiguousArray<UInt8>(repeating: 0, count: groupCount * 3)
        var output = bytes.mutableSpan
        for group in 0..<groupCount {
            let (second, third) = (values[group &* 4 &+ 1], values[group &* 4 &+ 2])
            output[group &* 3] = values[group &* 4] << 2 | second >> 4
            output[group &* 3 &+ 1] = second << 4 | third >> 2
            output[group &* 3 &+ 2] = third << 6 | values[group &* 4 &+ 3]
        }
        // The bytes after the last whole one are the trailing bits.
        let byteCount = characters.count * 3 / 4
        guard seen != 255, bytes[byteCount...].allSatisfy({ $0 == 0 }) else { return nil }
        return Array(bytes[..<byteCount])
    }

    // Arithmetic instead of tables, so that the compiler vectorizes the loops.

    private static func character(of value: UInt8) -> UInt8 {
        // From one range to the next: A to Z, a to z, 0 to 9, -, _.
        var character = value &+ UInt8(ascii: "A")
        character &+= value > 25 ? 6 : 0
        character &-= value > 51 ? 75 : 0
        character &-= value > 61 ? 13 : 0
        character &+= value > 62 ? 49 : 0
        return character
    }

    /// The value of a character; 255 for a byte outside the alphabet.
    private static func value(of character: UInt8) -> UInt8 {
        let (upper, lower) = (character &- UInt8(ascii: "A"), character &- UInt8(ascii: "a"))
        let digit = character &- UInt8(ascii: "0")
        var value: UInt8 = upper < 26 ? upper : 255
        value = lower < 26 ? lower &+ 26 : value
        value = digit < 10 ? digit &+ 52 : value
        value = character == UInt8(ascii: "-") ? 62 : value
        return character == UInt8(ascii: "_") ? 63 : value
    }
}
