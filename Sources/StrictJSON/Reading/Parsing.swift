extension JSONValue {
    /// Parses one value from a complete text (RFC 8259).
    ///
    /// Refuses texts that the RFC forbids, and texts on which parsers disagree: a byte order mark, bytes that are not
    /// UTF-8, lone surrogate escapes, a name that occurs twice, and texts beyond the limits.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .default) throws(JSONError) {
        try self.init(parsing: bytes.span, limits: limits)
    }

    /// Parses one value from an array slice with a complete text (RFC 8259).
    public init(parsing bytes: ArraySlice<UInt8>, limits: JSONLimits = .default) throws(JSONError) {
        try self.init(parsing: bytes.span, limits: limits)
    }

    /// Parses one value from a complete text (RFC 8259).
    package init(parsing text: Span<UInt8>, limits: JSONLimits = .default) throws(JSONError) {
        var reader = try JSONReader(text, limits: limits)
        self = try reader.readValue(from: text)
        try reader.readEnd(of: text)
    }
}
