/// The nodes of a text, in one piece of memory.
@safe
struct NodeList: ~Copyable {
    /// The memory; nodes stand in the first `count` places.
    private(set) var start: UnsafeMutablePointer<ValueNode>
    private var capacity: Int
    private(set) var count = 0

    /// The names of the objects with many members, whose nodes say which is theirs.
    private(set) var tables: [NameTable] = []

    /// What is around the outermost value, where the index of a container is asked for.
    static let outside = Int(UInt32.max)

    /// Starts with no nodes, and room for as many as a text of so many bytes usually has.
    init(textByteCount: Int) {
        capacity = 8 + min(textByteCount, 4_096) / 24
        unsafe start = Self.nodes(capacity)
    }

    deinit {
        unsafe HeapMemory.giveBack(start)
    }

    /// Takes memory for nodes.
    private static func nodes(_ capacity: Int) -> UnsafeMutablePointer<ValueNode> {
        unsafe HeapMemory.take(byteCount: capacity * MemoryLayout<ValueNode>.stride).bindMemory(
            to: ValueNode.self, capacity: capacity)
    }

    /// The nodes, beside the text that they are of.
    @inline(__always)
    func view(over text: UnsafeRawPointer) -> NodeView {
        unsafe NodeView(text: text, nodes: UnsafePointer(start))
    }

    /// The nodes.
    func copy() -> [ValueNode] { unsafe Array(UnsafeBufferPointer(start: start, count: count)) }

    /// Whether a container has no values yet.
    @inline(__always)
    func isEmpty(_ container: Int) -> Bool { unsafe start[container].count == 0 }

    /// Whether a container is an object.
    @inline(__always)
    func isObject(_ container: Int) -> Bool { unsafe start[container].kind == .object }

    /// The open container around an open one.
    func container(of container: Int) -> Int { unsafe Int(start[container].next) }

    /// Counts all offsets from the outermost value on, and gives its range in the text.
    mutating func moveToStart() -> Range<Int> {
        let range = unsafe start[0].range
        guard range.lowerBound > 0 else { return range }
        let distance = unsafe start[0].start
        for node in 0..<count {
            unsafe start[node].nameStart &-= distance
            unsafe start[node].start &-= distance
            unsafe start[node].end &-= distance
        }
        return range
    }

    /// Adds the node of the value that is read next.
    @inline(__always)
    mutating func append() {
        if _slowPath(count == capacity) { grow() }
        unsafe (start + count).initialize(to: ValueNode())
        count &+= 1
    }

    /// Takes the last node off.
    mutating func removeLast() { count &-= 1 }

    /// Says what the value of the last node is.
    @inline(__always)
    mutating func setLast(
        _ kind: ValueNode.Kind, _ range: Range<Int>, byteCount: Int, flags: ValueNode.Flags
    ) {
        let node = unsafe start + (count &- 1)
        unsafe node.pointee.kind = kind
        unsafe node.pointee.start = UInt32(truncatingIfNeeded: range.lowerBound)
        unsafe node.pointee.end = UInt32(truncatingIfNeeded: range.upperBound)
        unsafe node.pointee.next = UInt32(truncatingIfNeeded: count)
        unsafe node.pointee.byteCount = UInt32(truncatingIfNeeded: byteCount)
        unsafe node.pointee.flags.formUnion(flags)
    }

    /// Opens the container whose node is the last one.
    @inline(__always)
    mutating func open(_ kind: ValueNode.Kind, at offset: Int, inside container: Int) {
        // Both brackets, and one comma less than there are values.
        setLast(kind, offset..<offset, byteCount: 1, flags: .isShortest)
        unsafe start[count &- 1].next = UInt32(truncatingIfNeeded: container)
    }

    /// Closes a container, and gives the one around it.
    @inline(__always)
    mutating func close(_ container: Int, at offset: Int) -> Int {
        let node = unsafe start + container
        let outer = unsafe node.pointee.next
        unsafe node.pointee.next = UInt32(truncatingIfNeeded: count)
        unsafe node.pointee.end = UInt32(truncatingIfNeeded: offset)
        if unsafe node.pointee.count == 0 { unsafe node.pointee.byteCount = 2 }
        if unsafe Int(node.pointee.byteCount) != node.pointee.range.count {
            unsafe node.pointee.flags.remove(.isShortest)
        }
        return Int(outer)
    }

    /// Counts a value, which was read, to its container.
    @inline(__always)
    mutating func count(_ value: Int, in container: Int) {
        let (node, value) = unsafe (start + container, start[value])
        unsafe node.pointee.count &+= 1
        unsafe node.pointee.byteCount &+= value.byteCount &+ 1
        // One that is not the shortest makes the container none, and a null is the container's, too.
        unsafe node.pointee.flags.formIntersection(value.flags.union(.allButShortest))
        unsafe node.pointee.flags.formUnion(value.flags.intersection(.holdsNull))
    }

    /// Adds the node of an object's next member, unless a member has the name; says whether it did.
    @inline(__always)
    mutating func appendMember(_ token: JSONReader.StringToken, to object: Int, of text: UnsafeRawPointer) -> Bool {
        let name = unsafe UnsafeRawBufferPointer(start: text + token.range.lowerBound, count: token.byteCount)
        guard _fastPath(!token.hasEscapes) else { return unsafe appendEscaped(name, token, to: object, of: text) }
        guard unsafe add(name, to: object, of: text) else { return false }
        appendNamed(token, byteCount: token.byteCount &+ 2, to: object)
        return true
    }

    @inline(never)
    private mutating func appendEscaped(
        _ spelled: UnsafeRawBufferPointer, _ token: JSONReader.StringToken, to object: Int, of text: UnsafeRawPointer
    ) -> Bool {
        let name = unsafe Unescaping.bytes(of: spelled)
        let isNew = unsafe name.withUnsafeBytes { name in unsafe add(name, to: object, of: text) }
        guard isNew else { return false }
        let byteCount = unsafe name.withUnsafeBytes { unsafe StringEscaping.byteCount($0) }
        appendNamed(token, byteCount: byteCount, to: object)
        unsafe start[object].flags.remove(.isShortest)
        return true
    }

    /// Adds the node of an object's next member, whose name whoever calls puts into the object's index.
    @inline(__always)
    mutating func appendNamed(_ token: JSONReader.StringToken, byteCount: Int, to object: Int) {
        append()
        let node = unsafe start + (count &- 1)
        unsafe node.pointee.nameStart = UInt32(truncatingIfNeeded: token.range.lowerBound)
        unsafe node.pointee.nameByteCount = UInt32(truncatingIfNeeded: token.byteCount)
        unsafe node.pointee.flags = token.hasEscapes ? [.hasName, .nameHasEscapes] : .hasName
        if token.isASCII { unsafe node.pointee.flags.insert(.nameIsASCII) }
        // The name and its colon.
        unsafe start[object].byteCount &+= UInt32(truncatingIfNeeded: byteCount &+ 1)
    }

    /// Adds a name to those of an object, unless it is among them, for the node that is appended next.
    @inline(__always)
    private mutating func add(_ name: UnsafeRawBufferPointer, to object: Int, of text: UnsafeRawPointer) -> Bool {
        if unsafe _slowPath(start[object].count >= NameIndex.largestScan) {
            return unsafe addToTable(name, of: object, text)
        }
        let fingerprint = unsafe name.fingerprint
        if unsafe _slowPath(start[object].names & fingerprint != 0),
            unsafe view(over: text).scan(object, for: name) != nil
        {
            return false
        }
        unsafe start[object].names |= fingerprint
        return true
    }

    @inline(never)
    private mutating func addToTable(
        _ name: UnsafeRawBufferPointer, of object: Int, _ text: UnsafeRawPointer
    ) -> Bool {
        let view = unsafe view(over: text)
        if unsafe !start[object].flags.contains(.hasTable) {
            unsafe start[object].names = appendTable(of: object, in: view, movedBy: 0)
            unsafe start[object].flags.insert(.hasTable)
        }
        let table = unsafe Int(start[object].names)
        let hash = unsafe name.nameHash
        let taken = tables[table].place(of: hash, where: { unsafe view.hasName(name, at: $0) })
        guard taken == nil else { return false }
        tables[table].insert(count, hash: hash)
        return true
    }

    /// Makes the table of an object whose members' nodes stand `distance` further on here, and gives its index.
    @inline(never)
    mutating func appendTable(of object: Int, in view: NodeView, movedBy distance: Int) -> UInt32 {
        var table = NameTable()
        view.forEach(in: object) { member in
            unsafe table.insert(member + distance, hash: view.withName(at: member) { unsafe $0.nameHash })
        }
        tables.append(table)
        return UInt32(truncatingIfNeeded: tables.count - 1)
    }

    /// Counts more nodes, and gives the place where they are to be written.
    mutating func makeRoom(for newCount: Int) -> UnsafeMutablePointer<ValueNode> {
        while capacity &- count < newCount { grow() }
        defer { count &+= newCount }
        return unsafe start + count
    }

    @inline(never)
    private mutating func grow() {
        let larger = unsafe Self.nodes(2 * capacity)
        unsafe larger.moveInitialize(from: start, count: count)
        unsafe HeapMemory.giveBack(start)
        unsafe start = larger
        capacity *= 2
    }
}
