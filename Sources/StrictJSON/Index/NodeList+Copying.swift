extension NodeList {
    /// Adds members of another text's object to an object here; they stand `distance` bytes further on.
    ///
    /// The object's names are brought into its index when it is closed, by ``indexNames(of:over:)``.
    mutating func append(_ run: MemberRun, of source: NodeView, movedBy distance: Int, to object: Int) {
        let node = unsafe start + object
        unsafe node.pointee.count &+= UInt32(truncatingIfNeeded: run.count)
        // Each has a comma, but for one, which the object counted when it was opened.
        unsafe node.pointee.byteCount &+= UInt32(truncatingIfNeeded: source.byteCount(of: run) &+ 1)
        if source.holdsNull(run) { unsafe node.pointee.flags.insert(.holdsNull) }
        if !source.isShortest(run) { unsafe node.pointee.flags.remove(.isShortest) }
        for inner in source.extent(of: run).nodes { append(inner, of: source, movedBy: distance, by: count &- inner) }
    }

    /// Makes the value of the last node that of another text's node, and adds the nodes inside it.
    mutating func appendValue(_ node: Int, of source: NodeView, movedBy distance: Int) {
        let last = count &- 1
        let named = unsafe start[last]
        removeLast()
        for inner in node..<Int(source[node].next) {
            append(inner, of: source, movedBy: distance, by: last &- node)
        }
        unsafe start[last].nameStart = named.nameStart
        unsafe start[last].nameByteCount = named.nameByteCount
        unsafe start[last].flags.subtract(.ofName)
        unsafe start[last].flags.formUnion(named.flags)
    }

    /// Adds a node of another text, which stands `distance` bytes and `step` nodes further on here.
    @inline(__always)
    private mutating func append(_ node: Int, of source: NodeView, movedBy distance: Int, by step: Int) {
        append()
        var copy = source[node]
        copy.nameStart &+= UInt32(truncatingIfNeeded: distance)
        copy.start &+= UInt32(truncatingIfNeeded: distance)
        copy.end &+= UInt32(truncatingIfNeeded: distance)
        copy.next &+= UInt32(truncatingIfNeeded: step)
        if copy.flags.contains(.hasTable) { copy.names = appendTable(of: node, in: source, movedBy: step) }
        unsafe start[count &- 1] = copy
    }

    /// Makes the index of an object's names.
    mutating func indexNames(of object: Int, over text: UnsafeRawPointer) {
        let view = unsafe view(over: text)
        if view[object].count > NameIndex.largestScan {
            unsafe start[object].names = appendTable(of: object, in: view, movedBy: 0)
            unsafe start[object].flags.insert(.hasTable)
        } else {
            view.forEach(in: object) { unsafe start[object].names |= view.nameFingerprint(at: $0) }
        }
    }
}
