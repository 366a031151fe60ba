extension JSONReader {
    /// Reads an object and lends the reader to the body once for each member, standing before the member's value.
    ///
    /// A value that the body leaves alone is checked and skipped. Throws `wrongKind` when no object comes next,
    /// `duplicateName` on a name that occurs twice, and whatever the body throws, a `JSONError` with the member's name
    /// added to its pointer.
    package mutating func readObject(
        _ body: (inout JSONReader, _ name: String) throws -> Void
    ) throws {
        guard nextByte() == UInt8(ascii: "{") else { throw wrongKind("object") }
        try open()
        var names = JSONObject()
        guard !closes(UInt8(ascii: "}")) else { return }
        repeat {
            skipWhiteSpace()
            let place = offset
            let token = try readNameToken()
            let name = string(of: token)
            guard names.appendIfNew(name, .null) else { throw duplicateName(token, at: place) }
            try readColon(behind: token)
            try lend(name, to: { reader in try body(&reader, name) })
        } while try readSeparator(closing: UInt8(ascii: "}"))
    }

    /// Reads an array and lends the reader to the body once for each element, standing before the element.
    ///
    /// An element that the body leaves alone is checked and skipped. Throws `wrongKind` when no array comes next, and
    /// whatever the body throws, a `JSONError` with the element's index added to its pointer.
    package mutating func readArray(_ body: (inout JSONReader, _ index: Int) throws -> Void) throws {
        guard nextByte() == UInt8(ascii: "[") else { throw wrongKind("array") }
        try open()
        var index = 0
        guard !closes(UInt8(ascii: "]")) else { return }
        repeat {
            try lend(String(index), to: { reader in try body(&reader, index) })
            index += 1
        } while try readSeparator(closing: UInt8(ascii: "]"))
    }

    /// Runs a body before a value, skips the value if the body did not read it, and names the place in its errors.
    private mutating func lend(_ step: String, to body: (inout JSONReader) throws -> Void) throws {
        skipWhiteSpace()
        let start = offset
        do {
            try body(&self)
            if offset == start { try skipValue() }
        } catch let error as JSONError {
            throw error.inside(step)
        }
    }
}

extension JSONReader {
    /// Moves into a container, the opening byte of which comes next.
    @_transparent
    mutating func open() throws(JSONError) {
        guard _fastPath(depth < maximumDepth) else { throw tooDeep() }
        depth &+= 1
        offset &+= 1
    }

    /// Moves out of an empty container if its closing byte comes next.
    @_transparent
    mutating func closes(_ closing: UInt8) -> Bool {
        skipWhiteSpace()
        guard skip(closing) else { return false }
        depth &-= 1
        return true
    }

    /// Reads a member's name, before which no white space is left.
    @_transparent
    mutating func readNameToken() throws(JSONError) -> StringToken {
        guard _fastPath(current == .quotationMark) else { throw unexpected("a name in quotation marks") }
        return try readStringToken()
    }

    /// Reads the colon behind a member's name.
    @_transparent
    mutating func readColon(behind name: StringToken) throws(JSONError) {
        skipWhiteSpace()
        guard _fastPath(skip(UInt8(ascii: ":"))) else { throw missingColon(behind: name) }
    }

    /// Reads what follows a member or element: a comma, and says true, or the end of the container, and says false.
    @_transparent
    mutating func readSeparator(closing: UInt8) throws(JSONError) -> Bool {
        if skipComma() { return true }
        try readClosing(closing)
        return false
    }

    /// Moves past a comma if it comes next, and says whether it did.
    @_transparent
    mutating func skipComma() -> Bool {
        skipWhiteSpace()
        return skip(UInt8(ascii: ","))
    }

    /// Moves out of a container, where no comma comes next, nor white space.
    @_transparent
    mutating func readClosing(_ closing: UInt8) throws(JSONError) {
        guard _fastPath(skip(closing)) else { throw missingEnd(closing) }
        depth &-= 1
    }
}
