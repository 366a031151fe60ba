/// A value in a strings file: a text, a dictionary, or any other value, which has no meaning there.
indirect enum StringsNode: Sendable, Hashable {
    case text(String)
    case dictionary([String: StringsNode])
    case other

    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    var dictionary: [String: StringsNode]? {
        if case .dictionary(let members) = self { members } else { nil }
    }
}

/// Parses a `.strings` or `.stringsdict` file in any of its formats: old-style text, XML or binary property list.
enum StringsReader {
    /// Parses a file; `damage` is what a tool of the system does not report. An empty file is an empty table.
    static func read(
        _ bytes: [UInt8]
    ) throws(LocalizationError) -> (members: [String: StringsNode], damage: LocalizationError?) {
        let list: StringsNode
        if bytes.starts(with: "bplist".utf8) {
            list = try BinaryPropertyList.read(bytes)
        } else {
            let text = try StringsText.decode(bytes)
            let start = text.unicodeScalars.drop { $0.properties.isWhitespace }
            let isXML = ["<?xml", "<!DOCTYPE", "<plist"].contains { start.starts(with: $0.unicodeScalars) }
            guard isXML else {
                let (pairs, damage) = try TextScanner.oldStyleList(text)
                return (pairs, damage)
            }
            list = try TextScanner.xmlList(String(start))
        }
        guard let members = list.dictionary else {
            throw LocalizationError(.malformed, "the property list is not a dictionary")
        }
        return (members, nil)
    }
}
