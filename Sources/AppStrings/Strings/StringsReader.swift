import Foundation

/// Parses a `.strings` or `.stringsdict` file in any of its formats: old-style text, XML or binary property list.
enum StringsReader {
    /// Parses a file's bytes.
    static func read(_ bytes: [UInt8]) throws(LocalizationError) -> [String: StringsNode] {
        if bytes.starts(with: Array("bplist".utf8)) {
            guard let members = try BinaryPropertyList.read(bytes).dictionary else {
                throw LocalizationError(.malformed, "the property list is not a dictionary")
            }
            return members
        }
        let text = try StringsText.decode(bytes)
        let start = text.unicodeScalars.drop { $0.properties.isWhitespace }
        let isXML = ["<?xml", "<!DOCTYPE", "<plist"].contains { start.starts(with: $0.unicodeScalars) }
        return isXML ? try xml(Substring(start)) : try OldStyleReader.read(text)
    }

    /// Parses XML with Foundation, whose parser rejects nesting beyond 512 and custom entities (measured).
    ///
    /// The text is already UTF-8, so the XML declaration is replaced.
    private static func xml(_ text: Substring) throws(LocalizationError) -> [String: StringsNode] {
        var body = text
        if body.hasPrefix("<?xml"), let end = body.firstRange(of: "?>") { body = body[end.upperBound...] }
        let data = Data("<?xml version=\"1.0\" encoding=\"UTF-8\"?>".utf8) + Data(body.utf8)
        // Only the format parameter is unsafe; it is nil.
        guard let list = unsafe try? PropertyListSerialization.propertyList(from: data, format: nil) else {
            throw LocalizationError(.malformed, "the text is not an XML property list")
        }
        guard let members = node(list).dictionary else {
            throw LocalizationError(.malformed, "the property list is not a dictionary")
        }
        return members
    }

    private static func node(_ object: Any) -> StringsNode {
        switch object {
        case let text as String: .text(text)
        case let members as [String: Any]: .dictionary(members.mapValues(node))
        default: .other
        }
    }
}
