// A member's place is a number by which it is found again: its index in a list of members, its node in a text. The places
// of an object grow from member to member. Whoever goes through them makes no string that nobody looks at.
extension JSONObject {
    /// The nodes of the text that the object is kept in, for as long as the object is there; nil for one that was made.
    @inline(__always)
    var nodes: NodeView? {
        if case .read(let text) = storage { text.nodes } else { nil }
    }

    /// Goes through the places of the members, in order.
    @inline(__always)
    package func forEachPlace(_ body: (Int) throws -> Void) rethrows {
        if let nodes {
            try nodes.forEach(in: Int(node), body)
        } else {
            for place in 0..<count { try body(place) }
        }
    }

    /// The places of the members in the order of their names' bytes, unless that is the members' own order.
    package var placesByName: [Int]? {
        guard count > 1 else { return nil }
        var (last, isInOrder): (Int?, Bool) = (nil, true)
        forEachPlace { place in
            if let last, !precedes(last, place) { isInOrder = false }
            last = place
        }
        if isInOrder { return nil }
        var places: [Int] = []
        forEachPlace { places.append($0) }
        return places.sorted(by: precedes)
    }

    /// Whether the name at a place comes before that at another by its bytes.
    private func precedes(_ place: Int, _ other: Int) -> Bool {
        var precedes = false
        unsafe withName(at: place) { name in
            unsafe withName(at: other) { other in precedes = unsafe name.lexicographicallyPrecedes(other) }
        }
        return precedes
    }

    /// The place of the member with this name.
    @_effects(releasenone)
    package func place(of name: String) -> Int? {
        switch storage {
        case .read(let text): text.member(of: Int(node), named: name)
        case .made(let list): list.place(of: name)
        }
    }

    /// The place of the member with the name of another object's member.
    @inline(__always)
    @_effects(releasenone)
    package func place(ofNameAt place: Int, of other: JSONObject) -> Int? {
        guard let source = other.nodes else { return self.place(of: other.name(at: place)) }
        return mayHold(source.nameFingerprint(at: place)) ? self.place(ofNameAt: place, in: source) : nil
    }

    /// Whether a member may have a name with a fingerprint.
    @inline(__always)
    private func mayHold(_ fingerprint: UInt32) -> Bool {
        switch storage {
        case .read(let text): text.nodes.mayHold(fingerprint, in: Int(node))
        case .made(let list): list.mayHold(fingerprint)
        }
    }

    @inline(never)
    @_effects(releasenone)
    private func place(ofNameAt place: Int, in source: NodeView) -> Int? {
        switch storage {
        case .read(let text): unsafe source.withName(at: place) { unsafe text.member(of: Int(node), named: $0) }
        case .made(let list): list.place(of: source.name(at: place))
        }
    }

    /// The name of the member at a place.
    package func name(at place: Int) -> String {
        switch storage {
        case .read(let text): text.nodes.name(at: place)
        case .made(let list): list.members[place].name
        }
    }

    /// Lends the bytes of the name of the member at a place.
    package func withName(at place: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
        if let nodes { return unsafe nodes.withName(at: place, body) }
        unsafe name(at: place).withBytes(body)
    }

    /// Lends the bytes of the string at a place; nil when the value is another one.
    package func withString<Result, Failure: Error>(
        at place: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        if let nodes {
            guard nodes[place].kind == .string else { return nil }
            if let bytes = unsafe nodes.plainString(at: place) {
                return try body(unsafe Span(_unsafeBytes: bytes))
            }
        }
        return try withMadeString(at: place, body)
    }

    /// The same of a string that is not in the text as it is.
    @inline(never)
    private func withMadeString<Result, Failure: Error>(
        at place: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        guard let string = value(at: place).stringValue else { return nil }
        return try body(string.utf8.span)
    }

    /// The value of the member at a place.
    package func value(at place: Int) -> JSONValue {
        switch storage {
        case .read(let text): text.value(at: place)
        case .made(let list): list.members[place].value
        }
    }

    /// The value at a place, if it is an object.
    package func object(at place: Int) -> JSONObject? {
        if let nodes, nodes[place].kind != .object { return nil }
        return switch storage {
        case .read(let text): JSONObject(of: text, at: place)
        case .made(let list): list.members[place].value.objectValue
        }
    }

    /// The bytes of the shortest text of the member at a place: name, colon and value.
    package func byteCount(ofMemberAt place: Int) -> Int {
        switch storage {
        case .read(let text): text.nodes.byteCount(ofMemberAt: place)
        case .made(let list): list.members[place].serializedByteCount
        }
    }

    /// Appends name and colon of the member at a place.
    @_effects(releasenone)
    package func write(nameAt place: Int, to output: inout JSONText) {
        switch storage {
        case .read(let text): text.nodes.writeName(at: place, to: &output)
        case .made(let list): output.append(name: list.members[place].name)
        }
    }
}
