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
                while let innermost = containers.indices.last {
                    if try add(value, to: &containers[innermost], &values) { continue nextValue }
                    value = containers.removeLast().takeValue(from: &values)
                }
                return value
            }
        } catch {
            var end = values.count
            throw containers.enumerated().reversed().reduce(error) { error, container in
                let isInside = standsBeforeValue || container.offset < containers.count - 1
                let step = container.element.isObject ? container.element.name : String(end - container.element.start)
                end = container.element.start
                return isInside ? error.inside(step) : error
            }
        }
    }

    /// Adds a value to its container and reads on; says whether the container has another value.
    @inline(__always)
    private mutating func add(
        _ value: consuming JSONValue, to container: inout OpenContainer, _ values: inout ValueStack
    ) throws(JSONError) -> Bool {
        values.append(JSONObject.Member(name: container.name, value: value))
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
    private mutating func readName(of container: inout OpenContainer, _ values: borrowing ValueStack) throws(JSONError) {
        var fingerprint: UInt64 = 0
        container.name = try readName { name in
            fingerprint = name.fingerprint
            return values.withMembers(from: container.start) { members in
                container.names.place(of: name, fingerprint: fingerprint, in: members) == nil
            }
        }
        container.fingerprint = fingerprint
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
    var fingerprint: UInt64 = 0

    init(isObject: Bool, start: Int) {
        self.isObject = isObject
        self.start = start
    }

    /// Makes the value of what was read.
    consuming func takeValue(from values: inout ValueStack) -> JSONValue {
        isObject
            ? .object(JSONObject(members: values.takeMembers(from: start), names: names))
            : .array(values.takeElements(from: start))
    }
}
