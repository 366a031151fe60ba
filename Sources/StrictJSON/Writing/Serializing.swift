extension JSONValue {
    /// The shortest text of the value: no white space, members in order, raw UTF-8, `/` unescaped, numbers in their
    /// spelling.
    public func serialized() -> [UInt8] {
        var output: [UInt8] = []
        serialize(into: &output)
        return output
    }

    /// Appends the shortest text of the value.
    package func serialize(into output: inout [UInt8]) {
        switch self {
        case .null: output.append(contentsOf: "null".utf8)
        case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let value): output.append(contentsOf: value.text.utf8)
        case .string(let value): StringEscaping.append(value, to: &output)
        case .object(let object): object.serialize(into: &output)
        case .array(let elements):
            output.append(.openingBracket)
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(.comma) }
                element.serialize(into: &output)
            }
            output.append(.closingBracket)
        }
    }
}

extension JSONObject {
    /// The shortest text of the object: no white space, members in order, raw UTF-8, `/` unescaped, numbers in their
    /// spelling.
    public func serialized() -> [UInt8] {
        var output: [UInt8] = []
        serialize(into: &output)
        return output
    }

    /// Appends the shortest text of the object.
    package func serialize(into output: inout [UInt8]) {
        output.append(.openingBrace)
        for (index, member) in members.enumerated() {
            if index > 0 { output.append(.comma) }
            StringEscaping.append(member.name, to: &output)
            output.append(.colon)
            member.value.serialize(into: &output)
        }
        output.append(.closingBrace)
    }
}
