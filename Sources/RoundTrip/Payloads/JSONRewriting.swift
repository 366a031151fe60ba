import StrictJSON

/// The changes that a JSON library may make to a body, each alone or combined.
struct JSONRewriting {
    /// Whether the order of members is reversed.
    var reversesMembers = false
    /// The white space around every token.
    var spaces = ""
    /// Whether every character of every string is written as `\u` and four digits.
    var escapesAll = false

    /// Returns the rewritten text of an object.
    func text(of object: JSONObject) -> [UInt8] {
        var text = spaces
        write(.object(object), to: &text)
        return Array(text.utf8)
    }

    private func write(_ value: JSONValue, to text: inout String) {
        switch value {
        case .object(let object):
            let members = reversesMembers ? object.members.reversed() : object.members
            text += "{\(spaces)"
            for (index, member) in members.enumerated() {
                if index > 0 { text += ",\(spaces)" }
                write(.string(member.name), to: &text)
                text += ":\(spaces)"
                write(member.value, to: &text)
            }
            text += "}\(spaces)"
        case .array(let elements):
            text += "[\(spaces)"
            for (index, element) in elements.enumerated() {
                if index > 0 { text += ",\(spaces)" }
                write(element, to: &text)
            }
            text += "]\(spaces)"
        case .string(let string) where escapesAll:
            text += "\"\(string.utf16.map(Self.escape).joined())\"\(spaces)"
        case .string, .number, .bool, .null:
            text += String(decoding: value.serialized(), as: UTF8.self) + spaces
        }
    }

    private static func escape(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16, uppercase: unit.isMultiple(of: 2))
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
