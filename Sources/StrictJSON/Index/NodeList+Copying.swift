extension NodeList {
    /// Adds members of another text's object to an object here; they stand `distance` bytes further on.
    mutating func append(_ run: RunExtent, count: Int, of source: NodeView, movedBy distance: Int, to object: Int) {
        let node = unsafe start + object
        unsafe node.pointee.count &+= UInt32(truncatingIfNeeded: count)
        // Each has a comma, but for one, which the object counted when it was opened.
        unsafe node.pointee.byteCount &+= UInt32(truncatingIfNeeded: run.byteCount &+ 1)
        if run.holdsNull { unsafe node.pointee.flags.insert(.holdsNull) }
        if !run.isShortest { unsafe node.pointee.flags.remove(.isShortest) }
        append(run.nodes, of: source, movedBy: distance)
    }

    /// Makes the value of the last node that of another text's node, and adds the nodes inside it.
    mutating func appendValue(_ node: Int, of source: NodeView, movedBy distance: Int) {
        let last = count &- 1
        let named = unsafe start[last]
        removeLast()
        append(node..<Int(source[node].next), of: source, movedBy: distance)
        unsafe start[last].nameStart = named.nameStart
        unsafe start[last].nameByteCount = named.nameByteCount
        unsafe start[last].flags.subtract(.ofName)
        unsafe start[last].flags.formUnion(named.flags)
    }

    /// Adds nodes of another text that follow each other, and that stand `distance` bytes further on here.
    private mutating func append(_ nodes: Range<Int>, of source: NodeView, movedBy distance: Int) {
        let step = count &- nodes.lowerBound
        let (bytes, places) = (UInt32(truncatingIfNeeded: distance), UInt32(truncatingIfNeeded: step))
        let first = unsafe makeRoom(for: nodes.count)
        unsafe source.copyNodes(nodes, to: first)
        for offset in 0..<nodes.count {
            let node = unsafe first + offset
            unsafe node.pointee.nameStart &+= bytes
            unsafe node.pointee.start &+= bytes
            unsafe node.pointee.end &+= bytes
            unsafe node.pointee.next &+= places
            guard unsafe node.pointee.flags.contains(.hasTable) else { continue }
            unsafe node.pointee.names = appendTable(of: nodes.lowerBound + offset, in: source, movedBy: step)
        }
    }

    /// Makes the table of the names of an object that has many.
    mutating func indexNames(of object: Int, over text: UnsafeRawPointer) {
        let view = unsafe view(over: text)
        guard view[object].count > NameIndex.largestScan else { return }
        unsafe start[object].names = appendTable(of: object, in: view, movedBy: 0)
        unsafe start[object].flags.insert(.hasTable)
    }

    /// Says that an object may hold names with these fingerprints; more than there are cost a comparison and no more.
    mutating func addFingerprints(_ fingerprints: UInt32, to object: Int) {
        unsafe start[object].names |= fingerprints
    }
}
