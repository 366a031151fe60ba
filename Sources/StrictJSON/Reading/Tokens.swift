extension JSONReader {
    /// A string as it stands in the text.
    struct StringToken {
        /// The bytes between the quotation marks.
        let range: Range<Int>
        /// Whether any of them is a backslash.
        let hasEscapes: Bool
        /// Whether all of them are below 0x80, and so well-formed UTF-8.
        let isASCII: Bool

        /// How many bytes there are.
        var byteCount: Int { range.upperBound &- range.lowerBound }
    }

    /// What was moved past from an offset on.
    @inline(__always)
    func reach(from start: Int) -> Range<Int> { unsafe Range(uncheckedBounds: (start, offset)) }

    /// Reads one of the three literals.
    @_transparent
    mutating func readLiteral(_ literal: StaticString) throws(JSONError) {
        for index in 0..<literal.utf8CodeUnitCount {
            guard unsafe _fastPath(current == literal.utf8Start[index]) else { throw missing(literal) }
            offset &+= 1
        }
    }

    /// Moves past a number and gives its range.
    @_transparent
    mutating func scanNumber() throws(JSONError) -> Range<Int> {
        let start = offset
        switch unsafe NumberGrammar.scan(self.start, count: count, from: start) {
        case .number(let end):
            offset = end
            return reach(from: start)
        case .malformed(let place, let reason):
            offset = place
            if place == count { throw unexpected("a digit") }
            throw failure(.malformed, reason, at: place)
        }
    }

    /// Moves up to the closing quotation mark of a string that began at an offset, and checks everything but its UTF-8.
    @inline(__always)
    mutating func scanString(from start: Int) throws(JSONError) -> StringToken {
        var isASCII = true
        offset = unsafe SpecialBytes.first(in: bytes, from: offset, isASCII: &isASCII)
        guard current == .quotationMark else { return try scanRest(from: start, isASCII: isASCII) }
        return StringToken(range: reach(from: start), hasEscapes: false, isASCII: isASCII)
    }

    /// Moves up to the end of a string, from its first byte that stands not for itself on.
    @inline(never)
    private mutating func scanRest(from start: Int, isASCII: Bool) throws(JSONError) -> StringToken {
        var isASCII = isASCII
        while true {
            switch current {
            case .quotationMark:
                return StringToken(range: reach(from: start), hasEscapes: true, isASCII: isASCII)
            case .backslash:
                try scanEscape()
            default:
                if unsafe offset == bytes.count { throw unexpected("the end of a string") }
                throw failure(.malformed, "a control character in a string must be escaped", at: offset)
            }
            offset = unsafe SpecialBytes.first(in: bytes, from: offset, isASCII: &isASCII)
        }
    }

    /// Moves past an escape, and past both halves of a surrogate pair.
    private mutating func scanEscape() throws(JSONError) {
        let start = offset
        offset += 1
        switch current {
        case .quotationMark, .backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"):
            offset += 1
        case UInt8(ascii: "u"):
            let unit = try scanCodeUnit()
            guard unit & 0xF800 == 0xD800 else { return }
            guard unit < 0xDC00, skip(.backslash), current == UInt8(ascii: "u"),
                try scanCodeUnit() & 0xFC00 == 0xDC00
            else {
                throw failure(.loneSurrogate, "half a surrogate pair stands alone", at: start)
            }
        default:
            throw unexpected("an escape of RFC 8259")
        }
    }

    /// Moves past `u` and four hexadecimal digits, and gives the UTF-16 code unit.
    private mutating func scanCodeUnit() throws(JSONError) -> UInt16 {
        offset += 1
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = Hexadecimal.value(of: current) else { throw unexpected("a hexadecimal digit") }
            unit = unit << 4 | UInt16(digit)
            offset += 1
        }
        return unit
    }

    /// Checks that the bytes of a string are well-formed UTF-8.
    func checkUTF8(_ token: StringToken) throws(JSONError) {
        let slice = unsafe UnsafeRawBufferPointer(rebasing: bytes[token.range])
        if let invalid = unsafe UTF8Validation.firstInvalidOffset(in: slice) {
            throw invalidUTF8(at: token.range.lowerBound + invalid)
        }
    }
}
