/// Unpadded base64url (RFC 4648 §5), implemented independently of the code under test.
enum Base64URLText {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        var bits = 0
        var buffer = 0
        for byte in bytes {
            buffer = buffer << 8 | Int(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(alphabet[buffer >> bits & 63])
            }
            buffer &= 63
        }
        if bits > 0 { text.append(alphabet[buffer << (6 - bits) & 63]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes, or nil for a character outside the alphabet; trailing bits are ignored.
    static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var bits = 0
        var buffer = 0
        for character in text.utf8 {
            guard let value = value(of: character) else { return nil }
            buffer = buffer << 6 | value
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(buffer >> bits & 255))
            }
            buffer &= 255
        }
        return bytes
    }

    private static func value(of character: UInt8) -> Int? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(character) - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(character) - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(character) + 4
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
