extension JSONReader {
    /// Checks the next value as strictly as reading would, without copying anything but names.
    package mutating func skipValue() throws(JSONError) {
        switch nextByte() {
        case .quotationMark:
            try checkUTF8(try scanString().range)
        case UInt8(ascii: "-"), 0x30...0x39:
            _ = try scanNumber()
        case UInt8(ascii: "{"):
            try skipObject()
        case UInt8(ascii: "["):
            try skipArray()
        case UInt8(ascii: "t"):
            try readLiteral("true")
        case UInt8(ascii: "f"):
            try readLiteral("false")
        case UInt8(ascii: "n"):
            try readLiteral("null")
        default:
            throw unexpected("a value")
        }
    }

    private mutating func skipObject() throws(JSONError) {
        try open()
        var names = JSONObject()
        guard !closes(UInt8(ascii: "}")) else { return }
        repeat {
            let name = try readName { name in names.appendIfNew(name, .null) }
            do {
                try skipValue()
            } catch {
                throw error.inside(name)
            }
        } while try readSeparator(closing: UInt8(ascii: "}"), "a comma or the end of the object")
    }

    private mutating func skipArray() throws(JSONError) {
        try open()
        var index = 0
        guard !closes(UInt8(ascii: "]")) else { return }
        repeat {
            do {
                try skipValue()
            } catch {
                throw error.inside(String(index))
            }
            index += 1
        } while try readSeparator(closing: UInt8(ascii: "]"), "a comma or the end of the array")
    }
}
