extension JSONReader {
    /// Reads a string; throws `wrongKind` when another value comes next.
    package mutating func readString() throws(JSONError) -> String {
        guard nextByte() == .quotationMark else { throw wrongKind("string") }
        return try readStringToken()
    }

    /// Reads a number; throws `wrongKind` when another value comes next.
    package mutating func readNumber() throws(JSONError) -> JSONNumber {
        guard nextByte() == UInt8(ascii: "-") || current.isDigit else { throw wrongKind("number") }
        return try readNumberToken()
    }

    /// Reads a Boolean; throws `wrongKind` when another value comes next.
    package mutating func readBool() throws(JSONError) -> Bool {
        switch nextByte() {
        case UInt8(ascii: "t"):
            try readLiteral("true")
            return true
        case UInt8(ascii: "f"):
            try readLiteral("false")
            return false
        default:
            throw wrongKind("boolean")
        }
    }

    /// Reads a string without copying it, and gives the range of its bytes between the quotation marks.
    ///
    /// Throws `wrongKind` when another value comes next, and `malformed` when the string holds an escape, since its bytes
    /// are then not its text.
    package mutating func readRawString() throws(JSONError) -> Range<Int> {
        guard nextByte() == .quotationMark else { throw wrongKind("string") }
        let start = offset
        let token = try scanString()
        guard !token.hasEscapes else {
            throw failure(.malformed, "expected a string without escapes", at: start)
        }
        if !token.isASCII { try checkUTF8(token) }
        return token.range
    }

    /// Checks a string whose opening quotation mark comes next.
    private mutating func skipString() throws(JSONError) {
        let token = try scanString()
        if !token.isASCII { try checkUTF8(token) }
    }

    /// Reads a string, number or literal into the last of the values, or only checks it, and gives the bytes of its
    /// shortest text.
    @inline(__always)
    mutating func readScalar(into values: inout ValueStack, keeps: Bool) throws(JSONError) -> Int {
        switch current {
        case .quotationMark:
            if keeps { values.setLast(.string(try readStringToken())) } else { try skipString() }
            return shortestByteCount
        case UInt8(ascii: "-"), 0x30...0x39:
            if keeps { values.setLast(.number(try readNumberToken())) } else { _ = try scanNumber() }
            return shortestByteCount
        case UInt8(ascii: "t"):
            try readLiteral("true")
            values.setLast(.bool(true))
            return 4
        case UInt8(ascii: "f"):
            try readLiteral("false")
            values.setLast(.bool(false))
            return 5
        case UInt8(ascii: "n"):
            try readLiteral("null")
            return 4
        default:
            throw unexpected("a value")
        }
    }

    private mutating func readNumberToken() throws(JSONError) -> JSONNumber {
        let range = try scanNumber()
        shortestByteCount = range.count
        let text = unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
        return JSONNumber(verified: unsafe String(copying: text, isASCII: true))
    }
}
