extension JSONValue {
    /// The exact number of bytes of ``serialized()``, computed without writing them.
    public var serializedByteCount: Int {
        switch self {
        case .null: 4
        case .bool(let value): value ? 4 : 5
        case .number(let value): value.text.utf8.count
        case .string(let value): StringEscaping.byteCount(value)
        // Brackets, and a comma between two elements.
        case .array(let elements): elements.reduce(Swift.max(2, elements.count + 1)) { $0 + $1.serializedByteCount }
        case .object(let object): object.serializedByteCount
        }
    }
}

extension JSONObject {
    /// The exact number of bytes of ``serialized()``, computed without writing them.
    public var serializedByteCount: Int {
        // Braces, a comma between two members, and a colon in each.
        members.reduce(Swift.max(2, count + 1)) {
            $0 + StringEscaping.byteCount($1.name) + 1 + $1.value.serializedByteCount
        }
    }
}
