/// Where each value of a JSON text stands in it.
///
/// Reading a value keeps no positions, so that it costs nothing to whoever needs none; this index is made from the same
/// text afterwards, when there is something to point at.
public struct JSONPositions: Sendable {
    /// One value, in the order in which the values begin in the text.
    struct Node: Sendable {
        /// The bytes of the member's name with its quotation marks; nil for elements of arrays and the root.
        let nameRange: Range<Int>?
        /// The bytes of the value.
        var range: Range<Int>
        /// The index of the first node that is not inside this one.
        var next: Int
    }

    /// Where a value stands.
    public struct Place: Sendable, Hashable {
        /// The bytes of the member's name with its quotation marks; nil for elements of arrays and the root.
        public let name: Range<Int>?
        /// The bytes of the value.
        public let value: Range<Int>
    }

    private let nodes: [Node]

    /// Indexes a text; a text that is no strict JSON throws as ``JSONValue/init(parsing:limits:)-([UInt8],_)`` does.
    public init(parsing bytes: [UInt8], limits: JSONLimits = .default) throws(JSONError) {
        nodes = unsafe try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) in
            var reader = unsafe try JSONReader(UnsafeRawBufferPointer(buffer), limits: limits)
            try reader.skipValue()
            try reader.readEnd()
            return unsafe PositionScanner.nodes(of: UnsafeRawBufferPointer(buffer))
        }
    }

    /// The place at the end of a path, or nil when there is none; a step is the index of a member or an element.
    public subscript(indices: some Sequence<Int>) -> Place? {
        guard var node = nodes.indices.first else { return nil }
        for index in indices {
            var child = node + 1
            for _ in 0..<max(0, index) where child < nodes[node].next { child = nodes[child].next }
            guard index >= 0, child < nodes[node].next else { return nil }
            node = child
        }
        return Place(name: nodes[node].nameRange, value: nodes[node].range)
    }
}
