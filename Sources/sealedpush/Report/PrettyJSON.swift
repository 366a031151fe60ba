import PushPayload
import StrictJSON

/// JSON over several lines, with control characters escaped for the terminal.
struct PrettyJSON {
    /// The target width in columns.
    let width: Int
    let style: Style
    /// The members whose text is abbreviated.
    var shortened: Set<PayloadPath> = []

    /// Returns the lines of an object, with its braces on lines of their own.
    func lines(_ root: JSONObject) -> [String] {
        guard !root.isEmpty else { return ["{}"] }
        var lines = ["{"]
        for (index, member) in root.members.enumerated() {
            append(
                member.value, at: PayloadPath(member.name), indent: 2, comma: index == root.count - 1 ? "" : ",",
                to: &lines)
        }
        return lines + ["}"]
    }

    /// Appends a value; the path is nil inside arrays, since paths do not lead into arrays.
    private func append(
        _ value: JSONValue, named memberName: String? = nil, at path: PayloadPath? = nil, indent: Int, comma: String,
        to lines: inout [String]
    ) {
        let margin = String(repeating: " ", count: indent)
        let name = (memberName ?? path?.names.last).map { "\(Self.shown(.string($0))): " } ?? ""
        if let path, shortened.contains(path), let text = value.stringValue {
            return lines.append("\(margin)\(name)\(style.cyan(abbreviated(text)))\(comma)")
        }
        let parts: [(name: String?, path: PayloadPath?, value: JSONValue)]
        switch value {
        case .object(let object):
            parts = object.map { member in
                (member.name, path.flatMap { PayloadPath($0.names + [member.name]) }, member.value)
            }
        case .array(let elements): parts = elements.map { (nil, nil, $0) }
        case .null, .bool, .number, .string: parts = []
        }
        let holdsEnvelope = parts.contains { $0.path.map(shortened.contains) ?? false }
        if !holdsEnvelope, parts.allSatisfy({ Self.isScalar($0.value) }) {
            let text = Self.shown(value)
            if parts.isEmpty || indent + name.displayWidth + text.displayWidth + 1 <= width {
                return lines.append("\(margin)\(name)\(text)\(comma)")
            }
        }
        let isObject = value.objectValue != nil
        lines.append("\(margin)\(name)\(isObject ? "{" : "[")")
        for (index, part) in parts.enumerated() {
            append(
                part.value, named: part.name, at: part.path, indent: indent + 2,
                comma: index == parts.count - 1 ? "" : ",", to: &lines)
        }
        lines.append("\(margin)\(isObject ? "}" : "]")\(comma)")
    }

    /// Returns the start of an envelope, with its length.
    private func abbreviated(_ text: String) -> String {
        let note = "… \(text.utf8.count) characters"
        return "\"\(text.prefix(max(4, width - 24 - note.count)))\(note)\""
    }

    private static func isScalar(_ value: JSONValue) -> Bool {
        value.objectValue == nil && value.arrayValue == nil
    }

    /// Returns the value on one line, with a space after commas and colons.
    private static func shown(_ value: JSONValue) -> String {
        let text: String
        switch value {
        case .object(let object) where !object.isEmpty:
            text = "{" + object.map { "\(shown(.string($0.name))): \(shown($0.value))" }.joined(separator: ", ") + "}"
        case .array(let elements) where !elements.isEmpty:
            text = "[" + elements.map(shown).joined(separator: ", ") + "]"
        default:
            text = String(decoding: value.serialized(), as: UTF8.self)
        }
        return text.showingControls(keepingLineFeeds: false)
    }
}
