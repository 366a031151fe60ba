extension JSONReader {
    /// Reads the next value, without recursion, which would need most of a secondary thread's stack.
    package mutating func readValue(from text: Span<UInt8>) throws(JSONError) -> JSONValue {
        var containers: [OpenContainer] = []
        // Whether the reader is between two values of the innermost container.
        var isBetweenValues: Bool
        do throws(JSONError) {
            while true {
                isBetweenValues = false
                var value: JSONValue?
                skipWhiteSpace(in: text)
                switch current(in: text) {
                case .openingBrace:
                    try openObject(from: text)
                    containers.append(OpenContainer(isObject: true))
                case .openingBracket:
                    try openArray(from: text)
                    containers.append(OpenContainer(isObject: false))
                default:
                    value = try readScalar(from: text)
                }
                isBetweenValues = true
                while let last = containers.indices.last {
                    if let value = value.take() { containers[last].add(value) }
                    if try containers[last].moveToNextValue(of: &self, from: text) { break }
                    value = containers.removeLast().value
                }
                if let value { return value }
            }
        } catch {
            throw containers.dropLast(isBetweenValues ? 1 : 0).reversed().reduce(error) { $0.inside($1.step) }
        }
    }

    /// Reads a string, number or literal at the current offset.
    mutating func readScalar(from text: Span<UInt8>) throws(JSONError) -> JSONValue {
        switch current(in: text) {
        case .quotationMark:
            return .string(try readString(from: text))
        case UInt8(ascii: "-"), 0x30...0x39:
            return .number(try readNumber(from: text))
        case UInt8(ascii: "t"): return try readLiteral("true", .bool(true), from: text)
        case UInt8(ascii: "f"): return try readLiteral("false", .bool(false), from: text)
        case UInt8(ascii: "n"): return try readLiteral("null", .null, from: text)
        default: throw unexpected("a value", in: text)
        }
    }

    private mutating func readLiteral(
        _ literal: String, _ value: JSONValue, from text: Span<UInt8>
    ) throws(JSONError) -> JSONValue {
        for byte in literal.utf8 {
            guard skip(byte, in: text) else { throw unexpected("the literal \(literal)", in: text) }
        }
        return value
    }
}

private struct OpenContainer {
    let isObject: Bool
    private var elements: [JSONValue] = []
    private var object = JSONObject()

    init(isObject: Bool) { self.isObject = isObject }

    var value: JSONValue { isObject ? .object(object) : .array(elements) }

    /// The name or index of the value that is being read.
    var step: String { isObject ? object.members.last?.name.string ?? "" : String(elements.count) }

    mutating func add(_ value: consuming JSONValue) {
        if isObject { object.setLastValue(value) } else { elements.append(value) }
    }

    mutating func moveToNextValue(of reader: inout JSONReader, from text: Span<UInt8>) throws(JSONError) -> Bool {
        if isObject { return try reader.nextName(addedTo: &object, from: text) != nil }
        return try reader.nextElement(isFirst: elements.isEmpty, from: text)
    }
}
