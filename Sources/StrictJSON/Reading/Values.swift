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
        var containers: [OpenContainer] = []
        var values = ValueStack()
        var standsBeforeValue = true
        do throws(JSONError) {
            nextValue: while true {
                var value: JSONValue
                standsBeforeValue = true
                switch nextByte() {
                case UInt8(ascii: "{"):
                    try open()
                    guard closes(UInt8(ascii: "}")) else {
                        standsBeforeValue = false
                        containers.append(OpenContainer(isObject: true, start: values.count))
                        try readName(of: &containers[containers.count - 1], values)
                        continue nextValue
                    }
                    value = .object(JSONObject())
                case UInt8(ascii: "["):
                    try open()
                    guard closes(UInt8(ascii: "]")) else {
                        containers.append(OpenContainer(isObject: false, start: values.count))
                        continue nextValue
                    }
                    value = .array([])
                default:
                    value = try readScalar(keeps: keepsScalars)
                }
                standsBeforeValue = false
                var size = byteCount(ofScalarOrEmpty: value)
                while let innermost = containers.indices.last {
                    if try add(value, size, to: &containers[innermost], &values) { continue nextValue }
                    size = containers[innermost].byteCount
                    value = containers.removeLast().takeValue(from: &values)
                }
                return value
            }
        } catch {
            throw containers.enumerated().reversed().reduce(error) { error, container in
                let isInside = standsBeforeValue || container.offset < containers.count - 1
                return isInside ? error.inside(container.element.step) : error
            }
        }
    }

    /// The bytes of the shortest text of the value that was read last, not one that holds others.
    @inline(__always)
    private func byteCount(ofScalarOrEmpty value: JSONValue) -> Int {
        switch value {
        case .null: 4
        case .bool(let value): value ? 4 : 5
        case .string, .number: shortestByteCount
        case .array, .object: 2
        }
    }

    /// Adds a value to its container and reads on; says whether the container has another value.
    @inline(__always)
    private mutating func add(
        _ value: consuming JSONValue, _ byteCount: Int, to container: inout OpenContainer, _ values: inout ValueStack
    ) throws(JSONError) -> Bool {
        container.extent.add(name: container.nameByteCount, value: byteCount, holdsNull: value.holdsNull)
        var name = ""
        swap(&name, &container.name)
        values.append(JSONObject.Member(name: name, value: value))
        container.valueCount += 1
        guard container.isObject else {
            return try readSeparator(closing: UInt8(ascii: "]"), "a comma or the end of the array")
        }
        container.names.add(container.fingerprint)
        if NameIndex.needsPlaces(for: values.count - container.start) {
            values.withMembers(from: container.start) { container.names.addPlaces(of: $0) }
        }
        guard try readSeparator(closing: UInt8(ascii: "}"), "a comma or the end of the object") else { return false }
        try readName(of: &container, values)
        return true
    }

    /// Reads the name of a container's next member.
    @inline(__always)
    private mutating func readName(of container: inout OpenContainer, _ values: borrowing ValueStack) throws(JSONError)
    {
        var fingerprint: UInt32 = 0
        container.name = try readName { name in
            fingerprint = name.fingerprint
            return values.withMembers(from: container.start) { members in
                container.names.place(of: name, fingerprint: fingerprint, in: members) == nil
            }
        }
        container.fingerprint = fingerprint
        container.nameByteCount = shortestByteCount
    }
}

/// An array or object that is being read.
private struct OpenContainer {
    let isObject: Bool
    /// The place of its first value among those of all open containers.
    let start: Int
    /// The names of the members that were read.
    var names = NameIndex()
    /// The name of the member that is being read; empty in an array.
    var name = ""
    /// The fingerprint of that name.
    var fingerprint: UInt32 = 0
    /// How many values were read.
    var valueCount = 0
    /// What is known of them.
    var extent = Extent()
    /// The bytes of the name with its quotation marks; one less than none in an array, where no colon follows.
    var nameByteCount = -1

    init(isObject: Bool, start: Int) {
        self.isObject = isObject
        self.start = start
    }

    /// The bytes of the shortest text of what was read.
    var byteCount: Int { extent.byteCount + valueCount + 1 }

    /// The step of a JSON pointer to the value that is being read.
    var step: String { isObject ? name : String(valueCount) }

    /// Makes the value of what was read.
    consuming func takeValue(from values: inout ValueStack) -> JSONValue {
        isObject
            ? .object(JSONObject(members: values.takeMembers(from: start), names: names, extent: extent))
            : .array(values.takeElements(from: start))
    }
}
