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
        try checkUTF8(token)
        return token.range
    }

    /// Reads a string, number or literal, or only checks it, and then gives null.
    @inline(__always)
    mutating func readScalar(keeps: Bool) throws(JSONError) -> JSONValue {
        switch current {
        case .quotationMark:
            if keeps { return .string(try readStringToken()) }
            try checkUTF8(try scanString())
        case UInt8(ascii: "-"), 0x30...0x39:
            if keeps { return .number(try readNumberToken()) }
            _ = try scanNumber()
        case UInt8(ascii: "t"):
            try readLiteral("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try readLiteral("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try readLiteral("null")
        default:
            throw unexpected("a value")
        }
        return .null
    }

    private mutating func readNumberToken() throws(JSONError) -> JSONNumber {
        let range = try scanNumber()
        shortestByteCount = range.count
        let text = unsafe String(copying: UnsafeRawBufferPointer(rebasing: bytes[range]))
        return JSONNumber(verified: text)
    }
}
