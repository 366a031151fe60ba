/// The shortest spelling of a string: raw UTF-8, with escapes only if RFC 8259 section 7 requires them.
enum StringEscaping {
    /// The number of bytes of a string's spelling, with the quotation marks.
    static func byteCount(_ string: String) -> Int {
        let bytes = string.utf8.span
        var count = bytes.count + 2
        for index in bytes.indices where bytes[index].needsEscape { count += letter(for: bytes[index]) == nil ? 5 : 1 }
        return count
    }

    /// Appends a string's spelling, with the quotation marks.
    static func append(_ string: String, to output: inout [UInt8]) {
        output.append(.quotationMark)
        if byteCount(string) == string.utf8.count + 2 {
            output.append(contentsOf: string.utf8)
        } else {
            for byte in string.utf8 { append(byte, to: &output) }
        }
        output.append(.quotationMark)
    }

    private static func append(_ byte: UInt8, to output: inout [UInt8]) {
        guard byte.needsEscape else { return output.append(byte) }
        output.append(.backslash)
        if let letter = letter(for: byte) {
            output.append(letter)
        } else {
            output.append(contentsOf: "u00".utf8)
            output.append(hexadecimalDigit(byte >> 4))
            output.append(hexadecimalDigit(byte & 0x0F))
        }
    }

    /// The letter of the two-byte escape of a character that has one.
    private static func letter(for byte: UInt8) -> UInt8? {
        switch byte {
        case .quotationMark, .backslash: byte
        case 0x08: UInt8(ascii: "b")
        case 0x09: UInt8(ascii: "t")
        case 0x0A: UInt8(ascii: "n")
        case 0x0C: UInt8(ascii: "f")
        case 0x0D: UInt8(ascii: "r")
        default: nil
        }
    }

    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 + value : 0x61 + value - 10
    }
}
