extension JSONValue {
    /// The exact number of bytes of `serialized()`, found without writing them.
    public var serializedByteCount: Int {
        switch self {
        case .null: return 4
        case .bool(let value): return value ? 4 : 5
        case .number(let value): return value.text.utf8.count
        case .string(let value): return StringEscaping.byteCount(value)
        case .array(let elements):
            var count = Swift.max(2, elements.count + 1)
            let elements = elements.span
            for index in elements.indices { count += elements[index].serializedByteCount }
            return count
        case .object(let object): return object.serializedByteCount
        }
    }
}

extension JSONObject {
    /// The exact number of bytes of `serialized()`, found without writing them.
    public var serializedByteCount: Int {
        var byteCount = Swift.max(2, count + 1)
        let members = members.span
        for index in members.indices {
            byteCount += StringEscaping.byteCount(members[index].name) + 1 + members[index].value.serializedByteCount
        }
        return byteCount
    }
}
