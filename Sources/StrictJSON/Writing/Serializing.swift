extension JSONValue {
    /// The value's shortest text: no white space, members in order, raw UTF-8, `/` unescaped, numbers as they were
    /// written.
    public func serialized() -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(serializedByteCount)
        write(to: &output)
        return output
    }

    /// Appends the value's shortest text.
    public func write(to output: inout [UInt8]) {
        switch self {
        case .null: output.append(contentsOf: "null".utf8)
        case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let value): output.append(contentsOf: value.text.utf8)
        case .string(let value): StringEscaping.write(value, to: &output)
        case .object(let object): object.write(to: &output)
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                element.write(to: &output)
            }
            output.append(UInt8(ascii: "]"))
        }
    }
}

extension JSONObject {
    /// The object's shortest text: no white space, members in order, raw UTF-8, `/` unescaped, numbers as they were
    /// written.
    public func serialized() -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(serializedByteCount)
        write(to: &output)
        return output
    }

    /// Appends the object's shortest text.
    public func write(to output: inout [UInt8]) {
        output.append(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            StringEscaping.write(member.name, to: &output)
            output.append(UInt8(ascii: ":"))
            member.value.write(to: &output)
        }
        output.append(UInt8(ascii: "}"))
    }
}
