extension NodeView {
    /// Appends the shortest text of a value.
    @_effects(releasenone)
    func write(_ node: Int, to output: inout JSONText) {
        let value = self[node]
        if value.flags.contains(.isShortest) { return unsafe output.append(bytes(value.range)) }
        switch value.kind {
        case .array: writeValues(of: node, between: UInt8(ascii: "["), UInt8(ascii: "]"), to: &output)
        case .object: writeValues(of: node, between: UInt8(ascii: "{"), UInt8(ascii: "}"), to: &output)
        case .null, .bool, .number, .string:
            // Only a string has more than one spelling.
            let spelled = unsafe bytes(value.innerRange)
            unsafe Unescaping.bytes(of: spelled).withUnsafeBytes { unsafe output.append(quoted: $0) }
        }
    }

    /// Appends the shortest text of the members of a run, with commas between them.
    @_effects(releasenone)
    func write(_ run: MemberRun, to output: inout JSONText) {
        // One piece of text, if it is as long as the shortest one and nothing in it is spelled in another way.
        let whole = extent(of: run)
        if whole.isShortest { return unsafe output.append(bytes(whole.bytes)) }
        forEach(from: run.first, count: run.count) { member in
            if member > run.first { output.append(UInt8(ascii: ",")) }
            writeName(at: member, to: &output)
            write(member, to: &output)
        }
    }

    /// The bytes of a member's shortest text: name, colon and value.
    func byteCount(ofMemberAt node: Int) -> Int {
        let member = self[node]
        guard member.flags.contains(.nameHasEscapes) else {
            return Int(member.nameByteCount) + 3 + Int(member.byteCount)
        }
        let name = unsafe withName(at: node) { unsafe StringEscaping.byteCount($0) }
        return name + 1 + Int(member.byteCount)
    }

    /// Appends a member's name and the colon.
    @_effects(releasenone)
    func writeName(at node: Int, to output: inout JSONText) {
        let member = self[node]
        if member.flags.contains(.nameHasEscapes) {
            unsafe withName(at: node) { unsafe output.append(quoted: $0) }
        } else {
            unsafe output.append(bytes(member.nameRange.lowerBound - 1..<member.nameRange.upperBound + 1))
        }
        output.append(UInt8(ascii: ":"))
    }

    private func writeValues(of container: Int, between opening: UInt8, _ closing: UInt8, to output: inout JSONText) {
        output.append(opening)
        forEach(in: container) { node in
            if node > container + 1 { output.append(UInt8(ascii: ",")) }
            if self[node].flags.contains(.hasName) { writeName(at: node, to: &output) }
            write(node, to: &output)
        }
        output.append(closing)
    }
}
