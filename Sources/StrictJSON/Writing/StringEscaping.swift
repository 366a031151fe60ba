/// The escapes of strings, as few and as short as RFC 8259 section 7 allows.
enum StringEscaping {
    /// The number of bytes of a string's spelling, with the quotation marks.
    @_effects(releasenone)
    static func byteCount(_ string: String) -> Int {
        if let short = ShortText(string), short.isPlain { return short.count + 2 }
        return unsafe string.withBytes { unsafe byteCount($0) }
    }

    /// The same of the bytes of a string.
    @_effects(releasenone)
    static func byteCount(_ bytes: UnsafeRawBufferPointer) -> Int {
        var count = bytes.count + 2
        var offset = unsafe SpecialBytes.first(in: bytes, from: 0)
        while offset < bytes.count {
            count += unsafe escapeLength(of: bytes[offset]) - 1
            offset = unsafe SpecialBytes.first(in: bytes, from: offset + 1)
        }
        return count
    }

    /// Appends the escape of one byte.
    static func write(escapeOf byte: UInt8, to output: inout JSONText) {
        output.append(.backslash)
        if let letter = letter(for: byte) {
            output.append(letter)
        } else {
            output.append(plain: "u00")
            output.append(Hexadecimal.digit(byte >> 4))
            output.append(Hexadecimal.digit(byte & 0x0F))
        }
    }

    /// The number of bytes of a character's spelling.
    static func byteCount(ofASCII byte: UInt8) -> Int {
        byte < 0x20 || byte == .quotationMark || byte == .backslash ? escapeLength(of: byte) : 1
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
