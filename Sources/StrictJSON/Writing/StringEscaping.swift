/// The shortest spelling of a string: raw UTF-8, and escapes only where RFC 8259 section 7 demands them.
enum StringEscaping {
    /// The number of bytes of a string's spelling, with the quotation marks.
    static func byteCount(_ string: String) -> Int {
        unsafe string.withBytes { bytes in
            var count = bytes.count + 2
            var offset = unsafe SpecialBytes.first(in: bytes, from: 0)
            while offset < bytes.count {
                count += unsafe escapeLength(of: bytes[offset]) - 1
                offset = unsafe SpecialBytes.first(in: bytes, from: offset + 1)
            }
            return count
        }
    }

    /// Appends a string's spelling, with the quotation marks.
    static func write(_ string: String, to output: inout [UInt8]) {
        output.append(.quotationMark)
        unsafe string.withBytes { bytes in
            var start = 0
            while true {
                let end = unsafe SpecialBytes.first(in: bytes, from: start)
                unsafe output.append(contentsOf: bytes[start..<end])
                guard end < bytes.count else { return }
                unsafe writeEscape(of: bytes[end], to: &output)
                start = end + 1
            }
        }
        output.append(.quotationMark)
    }

    private static func writeEscape(of byte: UInt8, to output: inout [UInt8]) {
        output.append(.backslash)
        if let letter = letter(for: byte) {
            output.append(letter)
        } else {
            output.append(contentsOf: [UInt8(ascii: "u"), 0x30, 0x30])
            output.append(Hexadecimal.digit(byte >> 4))
            output.append(Hexadecimal.digit(byte & 0x0F))
        }
    }

    private static func escapeLength(of byte: UInt8) -> Int {
        letter(for: byte) == nil ? 6 : 2
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
}
