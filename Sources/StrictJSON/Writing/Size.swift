extension JSONValue {
    /// The exact number of bytes of `serialized()`, found without writing them.
    public var serializedByteCount: Int {
        @_effects(releasenone)
        get {
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

    /// Whether the value is or holds a null, at any depth; an object knows it without looking.
    package var holdsNull: Bool {
        @_effects(releasenone)
        get {
            switch self {
            case .null: return true
            case .bool, .number, .string: return false
            case .array(let elements):
                let elements = elements.span
                for index in elements.indices where elements[index].holdsNull { return true }
                return false
            case .object(let object): return object.holdsNull
            }
        }
    }
}

extension JSONObject {
    /// The exact number of bytes of `serialized()`, which the object always knows.
    public var serializedByteCount: Int {
        extent.byteCount + Swift.max(2, count + 1)
    }

    /// Whether the object holds a null, at any depth.
    package var holdsNull: Bool { extent.holdsNull }

    /// What is always known of the members.
    var extent: Extent {
        switch storage {
        case .read(let text): Extent(of: text.nodes[Int(node)])
        case .made(let list): list.extent
        }
    }
}

extension JSONObject.Member {
    /// The bytes of the member's shortest text: name, colon and value.
    package var serializedByteCount: Int { StringEscaping.byteCount(name) + 1 + value.serializedByteCount }
}
