import StrictJSON

/// The changes that a JSON library may make to a body, each alone or combined.
struct JSONRewriting {
    var reversesMembers = false
    var spaces = ""
    /// Whether every character of every string is written as `\u` and four digits.
    var escapesAll = false

    func text(of object: JSONObject) -> [UInt8] {
        Array((spaces + text(of: .object(object))).utf8)
    }

    private func text(of value: JSONValue) -> String {
        switch value {
        case .object(let object):
            let members = object.map { "\(text(of: .string($0.name.string))):\(spaces)\(text(of: $0.value))" }
            return list("{", reversesMembers ? members.reversed() : members, "}")
        case .array(let elements): return list("[", elements.map(text), "]")
        case .string(let string) where escapesAll: return "\"\(string.utf16.map(Self.escape).joined())\"\(spaces)"
        case .string, .number, .bool, .null: return String(decoding: value.serialized(), as: UTF8.self) + spaces
        }
    }

    private func list(_ start: String, _ texts: [String], _ end: String) -> String {
        start + spaces + texts.joined(separator: ",\(spaces)") + end + spaces
    }

    private static func escape(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16, uppercase: unit.isMultiple(of: 2))
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
