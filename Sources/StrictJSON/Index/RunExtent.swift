/// Where members that follow each other stand in their text, and what is known of them without reading it again.
struct RunExtent {
    /// Their nodes, and those of all that is inside them.
    var nodes: Range<Int>
    /// The bytes from the first one's name to the end of the last one's value.
    var bytes: Range<Int>
    /// The bytes of their shortest text, with the commas between them.
    var byteCount: Int
    /// Whether one of the values is or holds a null, at any depth.
    var holdsNull = false
    /// Whether the bytes are that shortest text.
    var isShortest = true
}

extension NodeView {
    /// Looks at the members of a run.
    func extent(of run: MemberRun) -> RunExtent {
        let start = Int(self[run.first].nameStart) &- 1
        var extent = RunExtent(nodes: run.first..<run.first, bytes: start..<start, byteCount: run.count &- 1)
        var last = run.first
        forEach(from: run.first, count: run.count) { member in
            let flags = self[member].flags
            extent.byteCount &+= byteCount(ofMemberAt: member)
            if flags.contains(.holdsNull) { extent.holdsNull = true }
            if !flags.contains(.isShortest) || flags.contains(.nameHasEscapes) { extent.isShortest = false }
            last = member
        }
        extent.nodes = run.first..<Int(self[last].next)
        extent.bytes = start..<Int(self[last].end)
        // White space makes the text longer.
        extent.isShortest = extent.isShortest && extent.bytes.count == extent.byteCount
        return extent
    }
}
