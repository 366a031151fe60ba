extension JSONReader {
    /// Reads the next value, whatever its kind.
    package mutating func readValue() throws(JSONError) -> JSONValue {
        switch nextByte() {
        case .quotationMark:
            return .string(try readStringToken())
        case UInt8(ascii: "-"), 0x30...0x39:
            return .number(try readNumberToken())
        case UInt8(ascii: "{"):
            return .object(try readObjectValue())
        case UInt8(ascii: "["):
            return .array(try readArrayValue())
        case UInt8(ascii: "t"):
            try readLiteral("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try readLiteral("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try readLiteral("null")
            return .null
        default:
            throw unexpected("a value")
        }
    }

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
        try checkUTF8(token.range)
        return token.range
    }

    private mutating func readNumberToken() throws(JSONError) -> JSONNumber {
        let range = try scanNumber()
        let text = unsafe String(decoding: UnsafeRawBufferPointer(rebasing: bytes[range]), as: UTF8.self)
        return JSONNumber(verified: text)
    }

    @inline(never)
    private mutating func readObjectValue() throws(JSONError) -> JSONObject {
        try open()
        var object = JSONObject()
        guard !closes(UInt8(ascii: "}")) else { return object }
        repeat {
            let name = try readName { name in !object.contains(name) }
            do {
                object.append(name, try readValue())
            } catch {
                throw error.inside(name)
            }
        } while try readSeparator(closing: UInt8(ascii: "}"), "a comma or the end of the object")
        return object
    }

    @inline(never)
    private mutating func readArrayValue() throws(JSONError) -> [JSONValue] {
        try open()
        var elements: [JSONValue] = []
        guard !closes(UInt8(ascii: "]")) else { return elements }
        repeat {
            do {
                elements.append(try readValue())
            } catch {
                throw error.inside(String(elements.count))
            }
        } while try readSeparator(closing: UInt8(ascii: "]"), "a comma or the end of the array")
        return elements
    }
}
