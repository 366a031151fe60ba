extension JSONReader {
    /// Reads the next value, whatever its kind.
    package mutating func readValue() throws(JSONError) -> JSONValue {
        try readValue(keepsScalars: true)
    }

    /// Checks the next value as strictly as reading would, without copying anything but names.
    package mutating func skipValue() throws(JSONError) {
        _ = try readValue(keepsScalars: false)
    }

    /// Reads a value with its open containers in an array, so that a deep text needs no deep thread stack.
    private mutating func readValue(keepsScalars: Bool) throws(JSONError) -> JSONValue {
        var values = ValueStack()
        var innermost = OpenContainer.root
        var outer: [OpenContainer] = []
        outer.reserveCapacity(8)
        values.append(name: "")
        var standsBeforeValue = true
        do throws(JSONError) {
            while true {
                standsBeforeValue = true
                let first = nextByte()
                if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
                    let closing = first + 2
                    try open()
                    guard closes(closing) else {
                        standsBeforeValue = false
                        outer.append(innermost)
                        innermost = OpenContainer(closing: closing, start: values.count)
                        try readStep(in: &innermost, &values)
                        continue
                    }
                    values.setLast(first == UInt8(ascii: "{") ? .object(JSONObject()) : .array([]))
                    innermost.add(byteCount: 2, holdsNull: false)
                } else {
                    let byteCount = try readScalar(into: &values, keeps: keepsScalars)
                    innermost.add(byteCount: byteCount, holdsNull: first == UInt8(ascii: "n"))
                }
                standsBeforeValue = false
                while !(try readsOn(in: &innermost, &values)) {
                    guard let container = outer.popLast() else { return values.takeLast() }
                    let byteCount = innermost.byteCount(of: values)
                    let holdsNull = innermost.holdsNull
                    let value = (consume innermost).takeValue(from: &values)
                    values.setLast(value)
                    innermost = container
                    innermost.add(byteCount: byteCount, holdsNull: holdsNull)
                }
            }
        } catch {
            var error = error
            if standsBeforeValue { error = error.inside(innermost, values.count - 1, values) }
            // What a container holds lies behind the member that it is the value of.
            var start = innermost.start
            for container in outer.reversed() {
                error = error.inside(container, start - 1, values)
                start = container.start
            }
            throw error
        }
    }

    /// Reads what follows a value of a container: another one's name, and says true, or its end, and says false.
    @inline(__always)
    private mutating func readsOn(in container: inout OpenContainer, _ values: inout ValueStack) throws(JSONError)
        -> Bool
    {
        if container.isRoot { return false }
        let expectation: StaticString =
            container.isObject ? "a comma or the end of the object" : "a comma or the end of the array"
        guard try readSeparator(closing: container.closing, expectation) else { return false }
        try readStep(in: &container, &values)
        return true
    }

    /// Makes room for a container's next value, and reads its name in an object.
    @inline(__always)
    private mutating func readStep(in container: inout OpenContainer, _ values: inout ValueStack) throws(JSONError) {
        guard container.isObject else {
            values.append(name: "")
            return
        }
        let start = container.start
        let name = try readName { name in
            values.withMembers(from: start) { members in container.names.addIfNew(name, behind: members) }
        }
        container.nameByteCount = shortestByteCount
        values.append(name: name)
    }
}

/// An array or object that is being read, or what holds the outermost value.
private struct OpenContainer {
    /// The byte that ends it; 0 for the root.
    let closing: UInt8
    /// The place of its first value among those of all open containers.
    let start: Int
    /// The names of the members, with that of the one that is being read.
    var names = NameIndex()
    /// The bytes of the shortest texts of the values that were read, and of their names with colons.
    private var byteCount = 0
    /// Whether one of them is or holds a null.
    private(set) var holdsNull = false
    /// The bytes of the last name with its quotation marks; one less than none in an array, where no colon follows.
    var nameByteCount = -1

    static let root = OpenContainer(closing: 0, start: 0)

    init(closing: UInt8, start: Int) {
        self.closing = closing
        self.start = start
    }

    var isRoot: Bool { closing == 0 }
    var isObject: Bool { closing == UInt8(ascii: "}") }

    /// Counts a value.
    @inline(__always)
    mutating func add(byteCount: Int, holdsNull: Bool) {
        self.byteCount &+= nameByteCount &+ 1 &+ byteCount
        if holdsNull { self.holdsNull = true }
    }

    /// The bytes of the shortest text of what was read.
    @inline(__always)
    func byteCount(of values: borrowing ValueStack) -> Int { byteCount &+ values.count &- start &+ 1 }

    /// Makes the value of what was read.
    @inline(__always)
    consuming func takeValue(from values: inout ValueStack) -> JSONValue {
        isObject
            ? .object(
                JSONObject(
                    members: values.takeMembers(from: start), names: names,
                    extent: Extent(byteCount: byteCount, holdsNull: holdsNull)))
            : .array(values.takeElements(from: start))
    }
}

extension JSONError {
    /// The same failure seen from the container of the value at a place.
    fileprivate func inside(_ container: OpenContainer, _ place: Int, _ values: borrowing ValueStack) -> JSONError {
        if container.isRoot { return self }
        return inside(container.isObject ? values.name(at: place) : String(place - container.start))
    }
}
