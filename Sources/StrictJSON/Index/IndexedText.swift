/// A text that was read, with its index: what an object that nobody has changed since is kept in.
///
/// Its strings, numbers and arrays are made when they are asked for.
///
/// `@unchecked Sendable` because nobody writes to its memory after `init`.
final class IndexedText: @unchecked Sendable {
    private let text: JSONText
    private let list: NodeList

    /// Takes a text and its index.
    init(_ text: consuming JSONText, _ list: consuming NodeList) {
        text.appendSlack()
        self.text = text
        self.list = list
    }

    /// The index, for as long as this is there.
    @inline(__always)
    var index: TextIndex { unsafe list.index(over: UnsafeRawPointer(text.start)) }

    /// Makes the value of a node.
    func value(at node: Int) -> JSONValue {
        let index = index
        switch index[node].kind {
        case .null: return .null
        case .bool: return .bool(index[node].byteCount == 4)
        case .number: return .number(JSONNumber(verified: index.string(at: node)))
        case .string: return .string(index.string(at: node))
        case .object: return .object(JSONObject(of: self, at: node))
        case .array:
            var elements: [JSONValue] = []
            elements.reserveCapacity(Int(index[node].count))
            index.forEach(in: node) { elements.append(value(at: $0)) }
            return .array(elements)
        }
    }

    /// Makes the members of an object.
    func members(of object: Int) -> [JSONObject.Member] {
        let index = index
        var members: [JSONObject.Member] = []
        members.reserveCapacity(Int(index[object].count))
        index.forEach(in: object) { node in
            members.append(JSONObject.Member(name: index.name(at: node), value: value(at: node)))
        }
        return members
    }

    /// The node of an object's member with a name.
    @_effects(releasenone)
    func member(of object: Int, named name: String) -> Int? {
        guard index.mayHold(name.fingerprint, in: object) else { return nil }
        return unsafe name.withBytes { unsafe find($0, in: object) }
    }

    /// The same with the bytes of a name.
    @_effects(releasenone)
    func member(of object: Int, named name: UnsafeRawBufferPointer) -> Int? {
        unsafe index.mayHold(name.fingerprint, in: object) ? find(name, in: object) : nil
    }

    private func find(_ name: UnsafeRawBufferPointer, in object: Int) -> Int? {
        let index = index
        guard index[object].flags.contains(.hasTable) else { return unsafe index.scan(object, for: name) }
        return unsafe list.tables[Int(index[object].names)].place(
            of: name.nameHash, where: { unsafe index.hasName(name, at: $0) })
    }
}
