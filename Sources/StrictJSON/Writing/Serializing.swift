// Functions that walk over values say that they release nothing, `@_effects(releasenone)`. The compiler does not see it
// through their recursion, and would retain and release every value that they look at, a tenth of what a seal costs beside
// libsodium. It must stay true: whoever gives such a function something to do that gives up a reference which it was lent,
// takes the attribute off.

extension JSONValue {
    /// The value's shortest text: no white space, members in order, raw UTF-8, `/` unescaped, numbers as they were
    /// written.
    public func serialized() -> [UInt8] {
        var text = JSONText(capacity: serializedByteCount)
        write(to: &text)
        return text.bytes
    }

    /// Appends the value's shortest text.
    @_effects(releasenone)
    package func write(to text: inout JSONText) {
        switch self {
        case .null: text.append(plain: "null")
        case .bool(let value): text.append(plain: value ? "true" : "false")
        case .number(let value): text.append(plain: value.text)
        case .string(let value): text.append(quoted: value)
        case .object(let object): object.write(to: &text)
        case .array(let elements):
            text.append(UInt8(ascii: "["))
            let elements = elements.span
            for index in elements.indices {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                elements[index].write(to: &text)
            }
            text.append(UInt8(ascii: "]"))
        }
    }
}

extension JSONObject {
    /// The object's shortest text: no white space, members in order, raw UTF-8, `/` unescaped, numbers as they were
    /// written.
    public func serialized() -> [UInt8] {
        var text = JSONText(capacity: serializedByteCount)
        write(to: &text)
        return text.bytes
    }

    /// Appends the object's shortest text.
    @_effects(releasenone)
    package func write(to text: inout JSONText) {
        if case .read(let read) = storage { return read.nodes.write(Int(node), to: &text) }
        text.append(UInt8(ascii: "{"))
        if !isEmpty { write(MemberRun(first: 0, count: count), to: &text) }
        text.append(UInt8(ascii: "}"))
    }
}
