/// Where each value of a JSON text stands in it.
///
/// Reading a value keeps no positions, so that it costs nothing to whoever needs none; this index is made from the same
/// text afterwards, when there is something to point at.
public struct JSONPositions: Sendable {
    /// Where a value stands.
    public struct Place: Sendable, Hashable {
        /// The bytes of the member's name with its quotation marks; nil for elements of arrays and the root.
        public let name: Range<Int>?
        /// The bytes of the value.
        public let value: Range<Int>
    }

    private let nodes: [ValueNode]

    /// Indexes a text; a text that is no strict JSON throws as ``JSONValue/init(parsing:limits:)-([UInt8],_)`` does.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .default) throws(JSONError) {
        nodes = unsafe try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
            var reader = unsafe try JSONReader(UnsafeRawBufferPointer(buffer), limits: limits)
            let list = try reader.readNodes()
            try reader.readEnd()
            return list.copy()
        }
    }

    /// The place at the end of a path, or nil when there is none; a step is the index of a member or an element.
    public subscript(indices: some Sequence<Int>) -> Place? {
        guard var node = nodes.indices.first else { return nil }
        for index in indices {
            guard 0..<Int(nodes[node].count) ~= index else { return nil }
            node += 1
            for _ in 0..<index { node = Int(nodes[node].next) }
        }
        let name = nodes[node].nameRange
        let hasName = nodes[node].flags.contains(.hasName)
        return Place(name: hasName ? name.lowerBound - 1..<name.upperBound + 1 : nil, value: nodes[node].range)
    }
}
