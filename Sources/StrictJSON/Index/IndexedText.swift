/// A text that was read, with its index: what an object that nobody has changed since is kept in.
///
/// Its strings, numbers and arrays are made when they are asked for.
///
/// `@unchecked Sendable` because nobody writes to its memory after `init`.
final class IndexedText: @unchecked Sendable {
    private let text: JSONText
    private let list: NodeList

    /// Its nodes, for as long as this is there.
    let nodes: NodeView

    /// Takes a text and its nodes.
    init(_ text: consuming JSONText, _ list: consuming NodeList) {
        text.appendSlack()
        nodes = unsafe list.view(over: UnsafeRawPointer(text.start))
        self.text = text
        self.list = list
    }

    /// Makes the value of a node.
    func value(at node: Int) -> JSONValue {
        let nodes = nodes
        switch nodes[node].kind {
        case .null: return .null
        case .bool: return .bool(nodes[node].byteCount == 4)
        case .number: return .number(JSONNumber(verified: nodes.string(at: node)))
        case .string: return .string(nodes.string(at: node))
        case .object: return .object(JSONObject(of: self, at: node))
        case .array:
            var elements: [JSONValue] = []
            elements.reserveCapacity(Int(nodes[node].count))
            nodes.forEach(in: node) { elements.append(value(at: $0)) }
            return .array(elements)
        }
    }

    /// Makes the members of an object.
    func members(of object: Int) -> [JSONObject.Member] {
        let nodes = nodes
        var members: [JSONObject.Member] = []
        members.reserveCapacity(Int(nodes[object].count))
        nodes.forEach(in: object) { node in
            members.append(JSONObject.Member(name: nodes.name(at: node), value: value(at: node)))
        }
        return members
    }

    /// The node of an object's member with a name.
    @_effects(releasenone)
    func member(of object: Int, named name: String) -> Int? {
        guard nodes.mayHold(name.fingerprint, in: object) else { return nil }
        return unsafe name.withBytes { unsafe find($0, in: object) }
    }

    /// The same with the bytes of a name.
    @_effects(releasenone)
    func member(of object: Int, named name: UnsafeRawBufferPointer) -> Int? {
        unsafe nodes.mayHold(name.fingerprint, in: object) ? find(name, in: object) : nil
    }

    private func find(_ name: UnsafeRawBufferPointer, in object: Int) -> Int? {
        let nodes = nodes
        guard nodes[object].flags.contains(.hasTable) else { return unsafe nodes.scan(object, for: name) }
        return unsafe list.tables[Int(nodes[object].names)].place(
            of: name.nameHash, where: { unsafe nodes.hasName(name, at: $0) })
    }
}
