extension JSONReader {
    /// Reads a string whose opening quotation mark comes next.
    @inline(__always)
    mutating func readStringToken() throws(JSONError) -> String {
        let place = offset &+ 1
        guard let short = unsafe ShortText(before: start + place, available: count &- place) else {
            return try readLongString()
        }
        shortestByteCount = short.count &+ 2
        offset = place &+ short.count &+ 1
        return short.string
    }

    @inline(never)
    private mutating func readLongString() throws(JSONError) -> String {
        let token = try scanString()
        if !token.isASCII { try checkUTF8(token) }
        let slice = unsafe UnsafeRawBufferPointer(rebasing: bytes[token.range])
        guard token.hasEscapes else {
            shortestByteCount = slice.count + 2
            return unsafe String(copying: slice, isASCII: token.isASCII)
        }
        unsafe unescape(slice)
        let string = String(decoding: unescaped, as: UTF8.self)
        shortestByteCount = StringEscaping.byteCount(string)
        return string
    }

    /// Writes the text of a string whose escapes were checked into `unescaped`.
    private mutating func unescape(_ source: UnsafeRawBufferPointer) {
        unescaped.removeAll(keepingCapacity: true)
        var offset = 0
        while offset < source.count {
            let end = unsafe SpecialBytes.first(in: source, from: offset)
            unsafe unescaped.append(contentsOf: source[offset..<end])
            offset = end
            if end < source.count { unsafe appendEscape(source, &offset) }
        }
    }

    /// Writes what the escape at an offset stands for, and moves past it.
    private mutating func appendEscape(_ source: UnsafeRawBufferPointer, _ offset: inout Int) {
        let letter = unsafe source[offset + 1]
        offset += 2
        switch letter {
        case UInt8(ascii: "b"): unescaped.append(0x08)
        case UInt8(ascii: "f"): unescaped.append(0x0C)
        case UInt8(ascii: "n"): unescaped.append(0x0A)
        case UInt8(ascii: "r"): unescaped.append(0x0D)
        case UInt8(ascii: "t"): unescaped.append(0x09)
        case UInt8(ascii: "u"):
            var units = unsafe [codeUnit(source, &offset)]
            if units[0] & 0xFC00 == 0xD800 {
                offset += 2
                unsafe units.append(codeUnit(source, &offset))
            }
            unescaped.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
        default: unescaped.append(letter)
        }
    }

    /// The UTF-16 code unit that four digits at an offset spell, which is moved past them.
    private func codeUnit(_ source: UnsafeRawBufferPointer, _ offset: inout Int) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            unit = unsafe unit << 4 | UInt16(Hexadecimal.value(of: source[offset]) ?? 0)
            offset += 1
        }
        return unit
    }
}
