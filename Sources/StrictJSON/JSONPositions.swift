/// The positions of the values in a JSON text.
///
/// ``JSONValue`` stores no positions. This type finds them by reading the text a second time, when a message needs
/// them.
package struct JSONPositions: Sendable {
    /// The position of a value.
    package struct Position: Sendable, Hashable {
        /// The bytes of the member's name with its quotation marks; nil for elements of arrays and for the root.
        package let name: Range<Int>?
        /// The bytes of the value.
        package let value: Range<Int>
    }

    /// A value and the indices of the values directly inside it.
    private struct Node: Sendable {
        let name: Range<Int>?
        let start: Int
        var end: Int
        var children: [Int] = []
    }

    private var nodes: [Node] = []

    /// Finds the positions in a text; throws the errors of ``JSONValue/init(parsing:limits:)``.
    package init(parsing bytes: [UInt8], limits: JSONLimits = .default) throws(JSONError) {
        // The text is checked here, so the loop below does not check it.
        _ = try JSONValue(parsing: bytes, limits: limits)
        let text = bytes.span
        var reader = try JSONReader(text, limits: limits)
        var containers: [Int] = []
        var name: Range<Int>?
        reader.skipWhiteSpace(in: text)
        while reader.offset < text.count {
            let start = reader.offset
            switch text[start] {
            case .comma, .colon:
                reader.offset += 1
            case .closingBrace, .closingBracket:
                reader.offset += 1
                if let container = containers.popLast() { nodes[container].end = reader.offset }
            case .openingBrace, .openingBracket:
                reader.offset += 1
                add(Node(name: name, start: start, end: start), to: containers.last)
                containers.append(nodes.count - 1)
                name = nil
            default:
                _ = try reader.readScalar(from: text)
                let end = reader.offset
                reader.skipWhiteSpace(in: text)
                if reader.current(in: text) == .colon {
                    name = start..<end
                } else {
                    add(Node(name: name, start: start, end: end), to: containers.last)
                    name = nil
                }
            }
            reader.skipWhiteSpace(in: text)
        }
    }

    private mutating func add(_ node: Node, to container: Int?) {
        if let container { nodes[container].children.append(nodes.count) }
        nodes.append(node)
    }

    /// Returns the position of the value at a path of member and element indices, or nil if there is no such value.
    package subscript(indices: some Sequence<Int>) -> Position? {
        guard var node = nodes.first else { return nil }
        for index in indices {
            guard node.children.indices.contains(index) else { return nil }
            node = nodes[node.children[index]]
        }
        return Position(name: node.name, value: node.start..<node.end)
    }
}
