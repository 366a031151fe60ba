/// The positions of the values in a JSON text, found by reading it a second time when a message needs them.
package struct JSONPositions: Sendable {
    /// The position of a value.
    package struct Position: Sendable, Hashable {
        /// The bytes of the member's name with its quotation marks; nil for elements of arrays and for the root.
        package let name: Range<Int>?
        package let value: Range<Int>
    }

    private struct Node: Sendable {
        let name: Range<Int>?
        let start: Int
        var end: Int
        /// The nodes directly inside this one, by name or by index.
        var children: [UTF8Text: Int] = [:]
    }

    private var nodes: [Node] = []

    /// Finds the positions in a text; throws the errors of ``JSONValue/init(parsing:limits:)``.
    package init(parsing bytes: [UInt8], limits: JSONLimits = .default) throws(JSONError) {
        // The text is checked here, so the loop below does not check it.
        _ = try JSONValue(parsing: bytes, limits: limits)
        let slice = bytes[...]
        let text = slice.span
        var reader = try JSONReader(text, limits: limits)
        var containers: [Int] = []
        var name: (text: String, range: Range<Int>)?
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
                add(start..<start, named: &name, to: containers.last)
                containers.append(nodes.count - 1)
            default:
                let scalar = try reader.readScalar(from: text)
                let range = start..<reader.offset
                reader.skipWhiteSpace(in: text)
                if reader.current(in: text) == .colon {
                    name = (scalar.stringValue ?? "", range)
                } else {
                    add(range, named: &name, to: containers.last)
                }
            }
            reader.skipWhiteSpace(in: text)
        }
    }

    private mutating func add(
        _ value: Range<Int>, named name: inout (text: String, range: Range<Int>)?, to container: Int?
    ) {
        if let container {
            let key = name.map { UTF8Text($0.text) } ?? UTF8Text(String(nodes[container].children.count))
            nodes[container].children[key] = nodes.count
        }
        nodes.append(Node(name: name?.range, start: value.lowerBound, end: value.upperBound))
        name = nil
    }

    /// Returns the position of the value at a path of member names and element indices, or nil if there is no such value.
    package subscript(path: [UTF8Text]) -> Position? {
        guard var node = nodes.first else { return nil }
        for step in path {
            guard let child = node.children[step] else { return nil }
            node = nodes[child]
        }
        return Position(name: node.name, value: node.start..<node.end)
    }
}
