extension JSONValue {
    /// Reads one value from a whole text (RFC 8259).
    ///
    /// Refuses everything that the RFC forbids, and everything that it leaves open and that readers disagree on: a byte
    /// order mark, bytes that are not UTF-8, lone surrogate escapes, a name that occurs twice, and texts beyond the
    /// limits.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .default) throws(JSONError) {
        try self.init(parsing: bytes.span, limits: limits)
    }

    /// Reads one value from a part of an array, which is a whole text (RFC 8259).
    public init(parsing bytes: ArraySlice<UInt8>, limits: JSONLimits = .default) throws(JSONError) {
        try self.init(parsing: bytes.span, limits: limits)
    }

    /// Reads one value from a whole text (RFC 8259).
    package init(parsing text: Span<UInt8>, limits: JSONLimits = .default) throws(JSONError) {
        var reader = try JSONReader(text, limits: limits)
        self = try reader.readValue(from: text)
        try reader.readEnd(of: text)
    }
}
