extension JSONValue {
    /// Reads one value from a whole text by RFC 8259.
    ///
    /// Refuses what the RFC forbids and what it leaves open but no two readers agree on: a byte order mark, bytes that
    /// are not UTF-8, lone surrogate escapes, a name that occurs twice, and texts beyond the limits.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .default) throws(JSONError) {
        self = unsafe try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
            try unsafe JSONValue(parsing: UnsafeRawBufferPointer(buffer), limits: limits)
        }
    }

    /// Reads one value from a part of an array, which is a whole text by RFC 8259.
    public init(parsing bytes: ArraySlice<UInt8>, limits: JSONLimits = .default) throws(JSONError) {
        self = unsafe try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
            try unsafe JSONValue(parsing: UnsafeRawBufferPointer(buffer), limits: limits)
        }
    }

    /// Reads one value from a whole text by RFC 8259 that lies somewhere in memory.
    public init(parsing bytes: UnsafeRawBufferPointer, limits: JSONLimits = .default) throws(JSONError) {
        var reader = unsafe try JSONReader(bytes, limits: limits)
        let value = try reader.readValue()
        try reader.readEnd()
        self = value
    }

    /// Reads one value from a whole text by RFC 8259; at most one byte more than the limit is taken from the sequence.
    public init(parsing bytes: some Sequence<UInt8>, limits: JSONLimits = .default) throws(JSONError) {
        try self.init(parsing: Array(bytes.prefix(limits.maximumByteCount + 1)), limits: limits)
    }
}
