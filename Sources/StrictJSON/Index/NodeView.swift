/// A text and its nodes, which belong to somebody else and must stay in place for as long as this is used.
@safe
struct NodeView {
    private let text: UnsafeRawPointer
    private let nodes: UnsafePointer<ValueNode>

    init(text: UnsafeRawPointer, nodes: UnsafePointer<ValueNode>) {
        unsafe self.text = text
        unsafe self.nodes = nodes
    }

    /// The node at an index that was found here.
    @inline(__always)
    subscript(node: Int) -> ValueNode { unsafe nodes[node] }

    /// Copies nodes to where there is room for them.
    @inline(__always)
    func copyNodes(_ range: Range<Int>, to target: UnsafeMutablePointer<ValueNode>) {
        unsafe target.initialize(from: nodes + range.lowerBound, count: range.count)
    }

    /// The bytes of a range.
    @inline(__always)
    func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: text + range.lowerBound, count: range.upperBound &- range.lowerBound)
    }

    /// Goes through the nodes of the members of an object, or of the elements of an array.
    @inline(__always)
    func forEach(in container: Int, _ body: (Int) throws -> Void) rethrows {
        // An open container says how many values there are, and not yet where they end.
        try forEach(from: container &+ 1, count: Int(self[container].count), body)
    }

    /// Goes through the nodes of values that follow each other, from one on.
    @inline(__always)
    func forEach(from first: Int, count: Int, _ body: (Int) throws -> Void) rethrows {
        var node = first
        for _ in 0..<count {
            try body(node)
            node = Int(self[node].next)
        }
    }

    // MARK: - Names

    /// Lends the bytes of a member's name.
    @inline(__always)
    func withName<Result>(at member: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let spelled = unsafe bytes(self[member].nameRange)
        guard self[member].flags.contains(.nameHasEscapes) else { return unsafe body(spelled) }
        return unsafe Unescaping.bytes(of: spelled).withUnsafeBytes(body)
    }

    /// The fingerprint of a member's name.
    @inline(__always)
    func nameFingerprint(at member: Int) -> UInt32 { unsafe withName(at: member) { unsafe $0.fingerprint } }

    /// The fingerprints of the names of an object; all that there are where a table takes their place.
    func fingerprints(in object: Int) -> UInt32 { self[object].flags.contains(.hasTable) ? .max : self[object].names }

    /// Whether a member of an object may have a name with a fingerprint.
    @inline(__always)
    func mayHold(_ fingerprint: UInt32, in object: Int) -> Bool {
        self[object].flags.contains(.hasTable) || self[object].names & fingerprint != 0
    }

    /// Whether a member has a name.
    @inline(__always)
    func hasName(_ name: UnsafeRawBufferPointer, at member: Int) -> Bool {
        unsafe withName(at: member) { unsafe $0.hasSameBytes(as: name) }
    }

    /// The node of an object's member with a name, by comparing one after the other.
    @inline(never)
    func scan(_ object: Int, for name: UnsafeRawBufferPointer) -> Int? {
        var node = object &+ 1
        for _ in 0..<self[object].count {
            if unsafe hasName(name, at: node) { return node }
            node = Int(self[node].next)
        }
        return nil
    }

    // MARK: - Strings

    /// The name of a member.
    @inline(__always)
    func name(at node: Int) -> String {
        let member = self[node]
        return string(
            member.nameRange, isASCII: member.flags.contains(.nameIsASCII),
            hasEscapes: member.flags.contains(.nameHasEscapes))
    }

    /// The string, or the number's text, that is the value of a node.
    @inline(__always)
    func string(at node: Int) -> String {
        let value = self[node]
        if value.kind == .number { return string(value.range, isASCII: true, hasEscapes: false) }
        return string(
            value.innerRange, isASCII: value.flags.contains(.isASCII), hasEscapes: value.flags.contains(.hasEscapes))
    }

    /// The bytes of a string without escapes; nil for every other value.
    func plainString(at node: Int) -> UnsafeRawBufferPointer? {
        let value = self[node]
        guard value.kind == .string, !value.flags.contains(.hasEscapes) else { return nil }
        return unsafe bytes(value.innerRange)
    }

    private func string(_ range: Range<Int>, isASCII: Bool, hasEscapes: Bool) -> String {
        let bytes = unsafe bytes(range)
        if hasEscapes { return unsafe String(decoding: Unescaping.bytes(of: bytes), as: UTF8.self) }
        if isASCII, let short = unsafe ShortText(copying: bytes) { return short.string }
        return unsafe String(copying: bytes, isASCII: isASCII)
    }

    /// Whether a condition holds for the bytes of one of the strings and numbers that the values of a run are or hold.
    func holdsText(in run: MemberRun, where condition: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        for node in extent(of: run).nodes {
            let value = self[node]
            switch value.kind {
            case .number:
                if unsafe condition(bytes(value.range)) { return true }
            case .string:
                let spelled = unsafe bytes(value.innerRange)
                if value.flags.contains(.hasEscapes) {
                    if unsafe Unescaping.bytes(of: spelled).withUnsafeBytes(condition) { return true }
                } else if unsafe condition(spelled) {
                    return true
                }
            case .null, .bool, .array, .object: break
            }
        }
        return false
    }
}
