extension JSONReader {
    /// Moves into an object; throws `wrongKind` if the next value is not an object.
    package mutating func openObject(from text: Span<UInt8>) throws(JSONError) {
        try open(.openingBrace, "object", in: text)
    }

    /// Moves into an array; throws `wrongKind` if the next value is not an array.
    package mutating func openArray(from text: Span<UInt8>) throws(JSONError) {
        try open(.openingBracket, "array", in: text)
    }

    /// Moves to the value of the next member, and adds its name to `object` with a null that the caller replaces;
    /// returns nil at the end of the object.
    package mutating func nextName(
        addedTo object: inout JSONObject, from text: Span<UInt8>
    ) throws(JSONError) -> String? {
        guard try nextItem(isFirst: object.isEmpty, closing: .closingBrace, "object", in: text) else { return nil }
        guard current(in: text) == .quotationMark else { throw unexpected("a name in quotation marks", in: text) }
        let start = offset
        let name = try readString(from: text)
        guard object.appendIfNew(name, .null) else {
            throw failure(.duplicateName, "the name occurs twice in one object", at: start, in: text).inside(name)
        }
        skipWhiteSpace(in: text)
        guard skip(.colon, in: text) else { throw unexpected("a colon", in: text).inside(name) }
        return name
    }

    /// Moves to the next element of the open array; returns false at the end of the array.
    package mutating func nextElement(isFirst: Bool, from text: Span<UInt8>) throws(JSONError) -> Bool {
        try nextItem(isFirst: isFirst, closing: .closingBracket, "array", in: text)
    }

    private mutating func open(_ opening: UInt8, _ kind: String, in text: Span<UInt8>) throws(JSONError) {
        skipWhiteSpace(in: text)
        guard current(in: text) == opening else { throw wrongKind(kind, in: text) }
        guard depth < maximumDepth else {
            throw failure(.tooDeep, "expected at most \(maximumDepth) nested containers", at: offset, in: text)
        }
        depth += 1
        offset += 1
    }

    /// Moves past a comma, which the first item does not have, and returns true; or past the end of the container.
    private mutating func nextItem(
        isFirst: Bool, closing: UInt8, _ kind: String, in text: Span<UInt8>
    ) throws(JSONError) -> Bool {
        skipWhiteSpace(in: text)
        if skip(closing, in: text) {
            depth -= 1
            return false
        }
        guard !isFirst else { return true }
        guard skip(.comma, in: text) else { throw unexpected("a comma or the end of the \(kind)", in: text) }
        skipWhiteSpace(in: text)
        return true
    }
}
