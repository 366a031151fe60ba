import Foundation

/// Unpadded base64url (RFC 4648 §5) by Foundation, which is independent of the code under test.
enum Base64URLText {
    static func encode(_ bytes: [UInt8]) -> String {
        let base64 = Data(bytes).base64EncodedData().prefix { $0 != UInt8(ascii: "=") }
        return String(decoding: base64.map(exchange), as: UTF8.self)
    }

    /// Returns the bytes, or nil for a character outside the alphabet.
    static func decode(_ text: String) -> [UInt8]? {
        let characters = text.utf8.map(exchange)
        guard !characters.contains(UInt8(ascii: "=")) else { return nil }
        let padding = Array(repeating: UInt8(ascii: "="), count: (4 - characters.count % 4) % 4)
        return Data(base64Encoded: Data(characters + padding)).map(Array.init)
    }

    /// Exchanges the two characters in which base64 and base64url differ.
    private static func exchange(_ character: UInt8) -> UInt8 {
        switch character {
        case UInt8(ascii: "+"): UInt8(ascii: "-")
        case UInt8(ascii: "/"): UInt8(ascii: "_")
        case UInt8(ascii: "-"): UInt8(ascii: "+")
        case UInt8(ascii: "_"): UInt8(ascii: "/")
        default: character
        }
    }
}
