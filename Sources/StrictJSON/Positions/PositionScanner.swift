/// Finds the values of a text that is known to be strict JSON.
enum PositionScanner {
    static func nodes(of bytes: UnsafeRawBufferPointer) -> [JSONPositions.Node] {
        var nodes: [JSONPositions.Node] = []
        /// The nodes of the containers that are open, outermost first, and whether each is an object.
        var open: [(node: Int, isObject: Bool)] = []
        var name: Range<Int>?
        var offset = 0
        while offset < bytes.count {
            let start = offset
            switch unsafe bytes[offset] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                open.append((nodes.count, unsafe bytes[offset] == UInt8(ascii: "{")))
                nodes.append(JSONPositions.Node(nameRange: name, range: start..<start + 1, next: nodes.count + 1))
                name = nil
                offset += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                offset += 1
                if let (node, _) = open.popLast() {
                    nodes[node].range = nodes[node].range.lowerBound..<offset
                    nodes[node].next = nodes.count
                }
            case .quotationMark:
                offset = unsafe endOfString(in: bytes, from: offset)
                if name == nil, open.last?.isObject == true {
                    name = start..<offset
                } else {
                    nodes.append(JSONPositions.Node(nameRange: name, range: start..<offset, next: nodes.count + 1))
                    name = nil
                }
            case UInt8(ascii: ":"), UInt8(ascii: ","), 0x20, 0x0A, 0x0D, 0x09:
                offset += 1
            default:
                while offset < bytes.count, unsafe isPartOfScalar(bytes[offset]) { offset += 1 }
                offset = max(offset, start + 1)
                nodes.append(JSONPositions.Node(nameRange: name, range: start..<offset, next: nodes.count + 1))
                name = nil
            }
        }
        return nodes
    }

    /// The offset after the closing quotation mark of a string that starts at an offset.
    private static func endOfString(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var offset = start + 1
        while offset < bytes.count {
            offset = unsafe SpecialBytes.first(in: bytes, from: offset)
            guard offset < bytes.count, unsafe bytes[offset] == .backslash else { break }
            offset += 2
        }
        return min(offset + 1, bytes.count)
    }

    /// Whether a byte may stand in a number or a literal.
    private static func isPartOfScalar(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x61...0x7A, UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
