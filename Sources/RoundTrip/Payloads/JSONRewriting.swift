import StrictJSON

/// What a JSON library on the way may do to a body, all of it at once if asked for.
struct JSONRewriting {
    /// Whether members come in the opposite order.
    var reversesMembers = false
    /// The white space around every token.
    var spaces = ""
    /// Whether every character of every string is written as `\u` and four digits.
    var escapesAll = false
    /// Whether numbers are written in another way that has the same value.
    var respellsNumbers = false

    /// Writes an object anew.
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
        case .number(let number) where respellsNumbers:
            text += Self.respell(number.text) + spaces
        case .string, .number, .bool, .null:
            text += String(decoding: value.serialized(), as: UTF8.self) + spaces
        }
    }

    private static func escape(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16, uppercase: unit.isMultiple(of: 2))
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// `1` as `1.0`, `1.5` as `1.50`, `1e2` as `1e+02`.
    private static func respell(_ number: String) -> String {
        if let exponent = number.firstIndex(where: { $0 == "e" || $0 == "E" }) {
            let rest = number[number.index(after: exponent)...]
            let sign = rest.hasPrefix("-") ? "-" : "+"
            return "\(number[..<exponent])E\(sign)0\(rest.drop { $0 == "+" || $0 == "-" })"
        }
        return number.contains(".") ? number + "0" : number + ".0"
    }
}
