/// The XML property list of a `.strings` or `.stringsdict` file, by Apple's PropertyList-1.0.dtd.
///
/// Attributes are ignored, as by Core Foundation. Foundation's parsers are not used: `PropertyListDecoder` exhausts the
/// stack at 100,000 nested arrays (Swift 6.3.1 on Linux), and `PropertyListSerialization` takes an unsafe pointer.
extension TextScanner {
    /// Parses a file; one with a document type that declares anything, entities for example, is refused.
    static func xmlList(_ text: String) throws(StringsError) -> StringsNode {
        var scanner = TextScanner(text)
        try scanner.skipMarkup()
        if scanner.take("<!DOCTYPE") {
            scanner.take { $0 != ">" && $0 != "[" }
            try scanner.expectXML(">")
        }
        let node = try scanner.element(depth: 1)
        try scanner.skipMarkup()
        guard scanner.next == nil else { throw notXML }
        return node
    }

    private mutating func element(depth: Int) throws(StringsError) -> StringsNode {
        try skipMarkup()
        guard depth <= Self.deepest else { throw Self.notXML }
        let (name, isEmpty) = try startTag()
        switch name {
        case "plist" where !isEmpty:
            let node = try element(depth: depth + 1)
            guard try takeEnd(of: name) else { throw Self.notXML }
            return node
        case "dict":
            var members: [String: StringsNode] = [:]
            while !isEmpty, try !takeEnd(of: name) {
                let (name, isEmpty) = try startTag()
                guard name == "key" else { throw Self.notXML }
                let key = isEmpty ? "" : try text(of: name)
                members[key] = try element(depth: depth + 1)
            }
            return .dictionary(members)
        case "array":
            while !isEmpty, try !takeEnd(of: name) { _ = try element(depth: depth + 1) }
            return .other
        case "string":
            return .text(isEmpty ? "" : try text(of: name))
        case "integer", "real", "date", "data", "true", "false":
            if !isEmpty { _ = try text(of: name) }
            return .other
        default:
            throw Self.notXML
        }
    }

    private mutating func startTag() throws(StringsError) -> (name: String, isEmpty: Bool) {
        try expectXML("<")
        let name = take { !Self.isBlank($0) && $0 != "/" && $0 != ">" }
        let attributes = take { $0 != ">" }
        try expectXML(">")
        return (name, attributes.utf8.last == UInt8(ascii: "/"))
    }

    /// Parses text with CDATA sections, comments, XML's own entities and character references, and the end of its
    /// element.
    private mutating func text(of name: String) throws(StringsError) -> String {
        var content = ""
        while true {
            content += take { $0 != "&" && $0 != "<" }
            if take("&") {
                content.unicodeScalars.append(try entity())
            } else if take("<![CDATA[") {
                let start = position
                guard skip(past: "]]>") else { throw Self.notXML }
                content.unicodeScalars.append(contentsOf: text[start..<position - 3])
            } else if try !takeMarkup() {
                guard try takeEnd(of: name) else { throw Self.notXML }
                return content
            }
        }
    }

    private static let entities: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
    ]

    private mutating func entity() throws(StringsError) -> Unicode.Scalar {
        let name = take { $0 != ";" && $0 != "<" }
        guard take(";") else { throw Self.notXML }
        guard name.hasPrefix("#") else {
            guard let named = Self.entities[name] else { throw Self.notXML }
            return named
        }
        let isHexadecimal = name.hasPrefix("#x")
        let digits = name.dropFirst(isHexadecimal ? 2 : 1)
        // A sign is not a digit, and XML has no character 0.
        guard digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
            let number = UInt32(digits, radix: isHexadecimal ? 16 : 10), number > 0, let scalar = Unicode.Scalar(number)
        else { throw Self.notXML }
        return scalar
    }

    private mutating func takeEnd(of name: String) throws(StringsError) -> Bool {
        try skipMarkup()
        guard take("</" + name) else { return false }
        take(while: Self.isBlank)
        try expectXML(">")
        return true
    }

    /// Skips white space, comments and processing instructions.
    private mutating func skipMarkup() throws(StringsError) {
        repeat { take(while: Self.isBlank) } while try takeMarkup()
    }

    /// Skips a comment or processing instruction; returns false if there is none.
    private mutating func takeMarkup() throws(StringsError) -> Bool {
        let end = take("<!--") ? "-->" : take("<?") ? "?>" : ""
        guard end.isEmpty || skip(past: end) else { throw Self.notXML }
        return !end.isEmpty
    }

    private mutating func expectXML(_ mark: String) throws(StringsError) {
        guard take(mark) else { throw Self.notXML }
    }

    private static var notXML: StringsError {
        StringsError("the text is not an XML property list")
    }
}
