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
        // A copy that nobody else sees can stay in registers.
        var reader = self
        var standsBeforeValue = true
        list.append()
        do throws(JSONError) {
            while true {
                standsBeforeValue = true
                var value = list.count &- 1
                var isWhole = true
                let first = reader.nextByte()
                if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
                    list.open(first == UInt8(ascii: "{") ? .object : .array, at: reader.offset, inside: container)
                    try reader.open()
                    container = value
                    // The closing byte is the second after the opening one.
                    isWhole = reader.closes(first &+ 2)
                    if isWhole { container = list.close(value, at: reader.offset) }
                } else {
                    try reader.readScalar(into: &list)
                }
                standsBeforeValue = false
                while isWhole {
                    guard container != NodeList.outside else {
                        self = reader
                        return list
                    }
                    list.count(value, in: container)
                    if reader.skipComma() { break }
                    try reader.readClosing(list.isObject(container) ? UInt8(ascii: "}") : UInt8(ascii: "]"))
                    value = container
                    container = list.close(value, at: reader.offset)
                }
                try reader.readStep(in: container, &list)
            }
        } catch {
            throw unwound(error, from: container, list, standsBeforeValue: standsBeforeValue)
        }
    }

    /// Makes room for a container's next value, and reads its name in an object.
    @_transparent
    private mutating func readStep(in container: Int, _ list: inout NodeList) throws(JSONError) {
        guard list.isObject(container) else { return list.append() }
        skipWhiteSpace()
        let place = offset
        let name = try readNameToken()
        guard unsafe _fastPath(list.appendMember(name, to: container, of: start)) else {
            throw duplicateName(name, at: place)
        }
        try readColon(behind: name)
    }
}
