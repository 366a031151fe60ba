/// What strings with escapes stand for (RFC 8259 section 7).
enum Unescaping {
    /// The bytes that a string, whose escapes were checked, stands for; given without its quotation marks.
    static func bytes(of source: UnsafeRawBufferPointer) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.count)
        var offset = 0
        while offset < source.count {
            let end = unsafe SpecialBytes.first(in: source, from: offset)
            unsafe bytes.append(contentsOf: source[offset..<end])
            offset = end
            if end < source.count { unsafe append(escapeIn: source, &offset, to: &bytes) }
        }
        return bytes
    }

    /// The bytes of such a string's shortest spelling, with the quotation marks, found without copying a byte of it: what is
    /// only checked may be a secret.
    static func shortestByteCount(of source: UnsafeRawBufferPointer) -> Int {
        var (count, offset) = (source.count + 2, 0)
        while offset < source.count {
            let start = unsafe SpecialBytes.first(in: source, from: offset)
            guard start < source.count else { break }
            offset = start
            count += unsafe shortestByteCount(ofEscapeIn: source, &offset) - (offset - start)
        }
        return count
    }

    /// The bytes of the shortest spelling of what the escape at an offset stands for, which is moved past.
    private static func shortestByteCount(ofEscapeIn source: UnsafeRawBufferPointer, _ offset: inout Int) -> Int {
        let letter = unsafe source[offset + 1]
        offset += 2
        guard letter == UInt8(ascii: "u") else { return letter == UInt8(ascii: "/") ? 1 : 2 }
        let unit = unsafe codeUnit(source, &offset)
        switch unit {
        case 0..<0x80: return StringEscaping.byteCount(ofASCII: UInt8(truncatingIfNeeded: unit))
        case 0x80..<0x800: return 2
        case 0xD800..<0xDC00:
            // The other half follows.
            offset += 6
            return 4
        default: return 3
        }
    }

    /// Appends what the escape at an offset stands for, and moves past it.
    private static func append(
        escapeIn source: UnsafeRawBufferPointer, _ offset: inout Int, to bytes: inout [UInt8]
    ) {
        let letter = unsafe source[offset + 1]
        offset += 2
        switch letter {
        case UInt8(ascii: "b"): bytes.append(0x08)
        case UInt8(ascii: "f"): bytes.append(0x0C)
        case UInt8(ascii: "n"): bytes.append(0x0A)
        case UInt8(ascii: "r"): bytes.append(0x0D)
        case UInt8(ascii: "t"): bytes.append(0x09)
        case UInt8(ascii: "u"):
            var units = unsafe [codeUnit(source, &offset)]
            if units[0] & 0xFC00 == 0xD800 {
                offset += 2
                unsafe units.append(codeUnit(source, &offset))
            }
            bytes.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
        default: bytes.append(letter)
        }
    }

    /// The UTF-16 code unit that four digits at an offset spell, which is moved past them.
    private static func codeUnit(_ source: UnsafeRawBufferPointer, _ offset: inout Int) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            unit = unsafe unit << 4 | UInt16(Hexadecimal.value(of: source[offset]) ?? 0)
            offset += 1
        }
        return unit
    }
}
