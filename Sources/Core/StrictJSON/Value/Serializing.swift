extension JSONValue {
    /// The shortest text: no white space, members in order, raw UTF-8, `/` unescaped, numbers in their spelling.
    public func serialized() -> [UInt8] {
        var output: [UInt8] = []
        // Growing from nothing costs a tenth of the time.
        output.reserveCapacity(1024)
        serialize(into: &output)
        return output
    }

    private func serialize(into output: inout [UInt8]) {
        switch self {
        case .null: output.append(contentsOf: "null".utf8)
        case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let value): output.append(contentsOf: value.text.utf8)
        case .string(let value): Self.append(value, to: &output)
        case .array(let elements):
            output.append(.openingBracket)
            for index in elements.indices {
                if index > 0 { output.append(.comma) }
                elements[index].serialize(into: &output)
            }
            output.append(.closingBracket)
        case .object(let object):
            output.append(.openingBrace)
            for index in object.members.indices {
                if index > 0 { output.append(.comma) }
                Self.append(object.members[index].name.string, to: &output)
                output.append(.colon)
                object.members[index].value.serialize(into: &output)
            }
            output.append(.closingBrace)
        }
    }

    /// Appends a string in its shortest spelling: raw UTF-8, with escapes only if RFC 8259 section 7 requires them.
    private static func append(_ string: String, to output: inout [UInt8]) {
        output.append(.quotationMark)
        let start = output.count
        output.append(contentsOf: string.utf8)
        if output.slice(from: start).span.needEscape {
            output.removeSubrange(start...)
            for byte in string.utf8 {
                if byte.needsEscape { appendEscape(of: byte, to: &output) } else { output.append(byte) }
            }
        }
        output.append(.quotationMark)
    }

    private static func appendEscape(of byte: UInt8, to output: inout [UInt8]) {
        output.append(.backslash)
        switch byte {
        case .quotationMark, .backslash: output.append(byte)
        case 0x08: output.append(UInt8(ascii: "b"))
        case 0x09: output.append(UInt8(ascii: "t"))
        case 0x0A: output.append(UInt8(ascii: "n"))
        case 0x0C: output.append(UInt8(ascii: "f"))
        case 0x0D: output.append(UInt8(ascii: "r"))
        default:
            let digits = Array("0123456789abcdef".utf8)
            output.append(contentsOf: [UInt8(ascii: "u"), 0x30, 0x30, digits[Int(byte >> 4)], digits[Int(byte & 15)]])
        }
    }
}

extension JSONObject {
    /// The shortest text, as ``JSONValue/serialized()`` returns it.
    public func serialized() -> [UInt8] { JSONValue.object(self).serialized() }
}

extension JSONValue: CustomStringConvertible {
    /// The shortest text, as ``serialized()`` writes it.
    public var description: String { String(decoding: serialized(), as: UTF8.self) }
}

extension JSONObject: CustomStringConvertible {
    /// The shortest text, as ``serialized()`` writes it.
    public var description: String { JSONValue.object(self).description }
}
