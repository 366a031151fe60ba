extension JSONReader {
    /// Reads the next value, whatever its kind.
    package mutating func readValue() throws(JSONError) -> JSONValue {
        var list = try readNodes()
        let range = list.moveToStart()
        var text = JSONText(capacity: range.count)
        unsafe text.append(UnsafeRawBufferPointer(rebasing: bytes[range]))
        return IndexedText(text, list).value(at: 0)
    }

    /// Checks the next value as strictly as reading would, without copying anything but names with escapes.
    package mutating func skipValue() throws(JSONError) {
        _ = try readNodes()
    }

    /// Reads the next value's nodes; open containers are among them, so that a deep text needs no deep thread stack.
    mutating func readNodes() throws(JSONError) -> NodeList {
        var list = NodeList(textByteCount: count - offset)
        var container = NodeList.outside
        list.append()
        var standsBeforeValue = true
        do throws(JSONError) {
            while true {
                standsBeforeValue = true
                var value = list.count - 1
                let first = nextByte()
                if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
                    list.open(first == UInt8(ascii: "{") ? .object : .array, at: offset, inside: container)
                    try open()
                    container = value
                    // The closing byte is the second after the opening one.
                    guard closes(first + 2) else {
                        standsBeforeValue = false
                        try readStep(in: container, &list)
                        continue
                    }
                    container = list.close(value, at: offset)
                } else {
                    try readScalar(into: &list)
                }
                standsBeforeValue = false
                while true {
                    guard container != NodeList.outside else { return list }
                    list.count(value, in: container)
                    let isObject = list.isObject(container)
                    let expectation: StaticString =
                        isObject ? "a comma or the end of the object" : "a comma or the end of the array"
                    if try readSeparator(closing: UInt8(ascii: isObject ? "}" : "]"), expectation) {
                        try readStep(in: container, &list)
                        break
                    }
                    value = container
                    container = list.close(value, at: offset)
                }
            }
        } catch {
            var error = error
            // Of a value that is not read yet the node is the last one, and its container is known.
            if standsBeforeValue { error = inside(list.count - 1, of: container, list, error) }
            while container != NodeList.outside {
                let outer = list.container(of: container)
                error = inside(container, of: outer, list, error)
                container = outer
            }
            throw error
        }
    }

    /// Makes room for a container's next value, and reads its name in an object.
    @inline(__always)
    private mutating func readStep(in container: Int, _ list: inout NodeList) throws(JSONError) {
        guard list.isObject(container) else { return list.append() }
        skipWhiteSpace()
        let place = offset
        let name = try readNameToken()
        guard unsafe list.appendMember(name, to: container, of: start) else {
            throw duplicateName(name, at: place)
        }
        try readColon(behind: name)
    }
}
