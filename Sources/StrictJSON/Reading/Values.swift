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
                        containers.append(OpenContainer(isObject: true))
                        containers[containers.count - 1].name = try readName { _ in true }
                        continue nextValue
                    }
                    value = .object(JSONObject())
                case UInt8(ascii: "["):
                    try open()
                    guard closes(UInt8(ascii: "]")) else {
                        containers.append(OpenContainer(isObject: false))
                        continue nextValue
                    }
                    value = .array([])
                default:
                    value = try readScalar(keeps: keepsScalars)
                }
                standsBeforeValue = false
                while let innermost = containers.indices.last {
                    if try add(value, to: &containers[innermost]) { continue nextValue }
                    value = containers.removeLast().value
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

    /// Adds a value to its container and reads on; says whether the container has another value.
    private mutating func add(_ value: JSONValue, to container: inout OpenContainer) throws(JSONError) -> Bool {
        guard container.isObject else {
            container.elements.append(value)
            return try readSeparator(closing: UInt8(ascii: "]"), "a comma or the end of the array")
        }
        container.object.append(container.name, value)
        guard try readSeparator(closing: UInt8(ascii: "}"), "a comma or the end of the object") else { return false }
        container.name = try readName { name in !container.object.contains(name) }
        return true
    }
}

/// An array or object that is being read.
private struct OpenContainer {
    let isObject: Bool
    var elements: [JSONValue] = []
    var object = JSONObject()
    /// The name of the member that is being read.
    var name = ""

    init(isObject: Bool) {
        self.isObject = isObject
    }

    var value: JSONValue { isObject ? .object(object) : .array(elements) }

    /// The step of a JSON pointer to the value that is being read.
    var step: String { isObject ? name : String(elements.count) }
}
