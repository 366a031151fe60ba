import PushPayload
import StrictJSON

/// JSON over several lines, with control characters escaped for the terminal.
struct PrettyJSON {
    let width: Int
    let style: Style
    var shortened: Set<PayloadPath> = []

    func lines(_ root: JSONObject) -> [String] { lines(of: .object(root), at: [], indent: 0) }

    /// Returns the lines of a value; the path is nil inside arrays, since paths do not lead into arrays.
    private func lines(of value: JSONValue, after name: String = "", at path: [String]?, indent: Int) -> [String] {
        let margin = String(repeating: " ", count: indent)
        if isShortened(path), let text = value.stringValue { return [margin + name + style.cyan(abbreviated(text))] }
        let parts: [(name: String, path: [String]?, value: JSONValue)] =
            switch value {
            case .object(let object):
                object.map { member in
                    ("\(Self.shown(.string(member.name))): ", path.map { $0 + [member.name] }, member.value)
                }
            case .array(let elements): elements.map { ("", nil, $0) }
            case .null, .bool, .number, .string: []
            }
        if parts.isEmpty { return [margin + name + Self.shown(value)] }
        if path?.isEmpty != true, !parts.contains(where: { isShortened($0.path) || Self.isNested($0.value) }) {
            let line = margin + name + Self.shown(value)
            // With a comma.
            if line.displayWidth < width { return [line] }
        }
        let isObject = value.objectValue != nil
        var lines = [margin + name + (isObject ? "{" : "[")]
        for (index, part) in parts.enumerated() {
            lines += self.lines(of: part.value, after: part.name, at: part.path, indent: indent + 2)
            if index < parts.count - 1 { lines[lines.count - 1] += "," }
        }
        return lines + [margin + (isObject ? "}" : "]")]
    }

    private func isShortened(_ path: [String]?) -> Bool {
        path.flatMap { PayloadPath(names: $0) }.map(shortened.contains) ?? false
    }

    private func abbreviated(_ text: String) -> String {
        let note = "… \(text.utf8.count) characters"
        return "\"\(text.prefix(max(4, width - 24 - note.count)))\(note)\""
    }

    private static func isNested(_ value: JSONValue) -> Bool {
        value.objectValue != nil || value.arrayValue != nil
    }

    /// Returns the value on one line, with a space after commas and colons.
    private static func shown(_ value: JSONValue) -> String {
        let text: String
        switch value {
        case .object(let object) where !object.isEmpty:
            text = "{" + object.map { "\(shown(.string($0.name))): \(shown($0.value))" }.joined(separator: ", ") + "}"
        case .array(let elements) where !elements.isEmpty:
            text = "[" + elements.map(shown).joined(separator: ", ") + "]"
        default: text = String(decoding: value.serialized(), as: UTF8.self)
        }
        return text.showingControls()
    }
}
