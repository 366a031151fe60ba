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
    /// The pairs of a file, and damage after them that the system ignores.
    typealias Table = (members: [String: StringsNode], damage: StringsError?)

    /// Parses a file; an empty one is an empty table.
    static func read(_ bytes: [UInt8]) throws(StringsError) -> Table {
        let list: StringsNode
        if bytes.starts(with: "bplist".utf8) {
            list = try BinaryPropertyList.read(bytes)
        } else {
            let text = try StringsText.decode(bytes)
            let start = text.unicodeScalars.drop { $0.properties.isWhitespace }
            let isXML = ["<?xml", "<!DOCTYPE", "<plist"].contains { start.starts(with: $0.unicodeScalars) }
            guard isXML else { return try TextScanner.oldStyleList(text) }
            list = try TextScanner.xmlList(String(start))
        }
        guard let members = list.dictionary else {
            throw StringsError("the property list is not a dictionary")
        }
        return (members, nil)
    }
}

/// The reason why a file of strings cannot be read, with the line where known.
struct StringsError: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
