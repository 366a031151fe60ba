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

    /// How many nulls the value is or holds, at any depth.
    var nullCount: UInt32 {
        switch self {
        case .null: return 1
        case .bool, .number, .string: return 0
        case .array(let elements):
            var count: UInt32 = 0
            let elements = elements.span
            for index in elements.indices { count += elements[index].nullCount }
            return count
        case .object(let object): return object.nullCount
        }
    }

    /// Whether the value is or holds a null, at any depth; an object knows it without looking.
    package var holdsNull: Bool { nullCount > 0 }
}

extension JSONObject {
    /// The exact number of bytes of `serialized()`, which the object always knows.
    public var serializedByteCount: Int {
        contentByteCount + Swift.max(2, count + 1)
    }

    /// Whether the object holds a null, at any depth.
    package var holdsNull: Bool { nullCount > 0 }
}

extension JSONObject.Member {
    /// The bytes of the name with its quotation marks, the colon and the value.
    var contentByteCount: Int {
        StringEscaping.byteCount(name) + 1 + value.serializedByteCount
    }
}
