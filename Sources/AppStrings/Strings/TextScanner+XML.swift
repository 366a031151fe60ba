/// The XML property list of a `.strings` or `.stringsdict` file.
///
/// Foundation's parsers are not used: `PropertyListDecoder` overflows the stack at 100,000 nested arrays (Swift 6.3.1 on
/// Linux), and `PropertyListSerialization` takes an unsafe pointer.
extension TextScanner {
    /// Parses a file.
    ///
    /// - Throws: `LocalizationError` with `malformed`; also for entities that the file declares.
    static func xmlList(_ text: String) throws(LocalizationError) -> StringsNode {
        var scanner = TextScanner(text)
        let node = try scanner.element(depth: 1)
        try scanner.skipMarkup()
        guard scanner.next == nil else { throw notXML }
        return node
    }

    private mutating func element(depth: Int) throws(LocalizationError) -> StringsNode {
        try skipMarkup()
        guard depth <= Self.deepest, take("<") else { throw Self.notXML }
        let name = take { !Self.isBlank($0) && $0 != "/" && $0 != ">" }
        let attributes = take { $0 != ">" }
        guard take(">") else { throw Self.notXML }
        let isEmpty = attributes.utf8.last == UInt8(ascii: "/")
        var node = StringsNode.other
        switch name {
        case "plist":
            node = try element(depth: depth + 1)
            guard try takeEnd(of: name) else { throw Self.notXML }
        case "dict":
            var members: [String: StringsNode] = [:]
            while !isEmpty, try !takeEnd(of: name) {
                guard take("<key>") else { throw Self.notXML }
                let key = try text(of: "key")
                members[key] = try element(depth: depth + 1)
            }
            node = .dictionary(members)
        case "array":
            while !isEmpty, try !takeEnd(of: name) { _ = try element(depth: depth + 1) }
        case "string":
            node = .text(isEmpty ? "" : try text(of: name))
        case "integer", "real", "date", "data", "true", "false":
            if !isEmpty { _ = try text(of: name) }
        default:
            throw Self.notXML
        }
        return node
    }

    /// Parses text with CDATA sections, XML's own entities and character references, and the end of its element.
    private mutating func text(of name: String) throws(LocalizationError) -> String {
        var content = ""
        while true {
            content += take { $0 != "&" && $0 != "<" }
            if take("&") {
                content.unicodeScalars.append(try entity())
            } else if take("<![CDATA[") {
                let start = position
                guard skip(past: "]]>") else { throw Self.notXML }
                content.unicodeScalars.append(contentsOf: text[start..<position - 3])
            } else {
                guard try takeEnd(of: name) else { throw Self.notXML }
                return content
            }
        }
    }

    private static let entities: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
    ]

    private mutating func entity() throws(LocalizationError) -> Unicode.Scalar {
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

    private mutating func takeEnd(of name: String) throws(LocalizationError) -> Bool {
        try skipMarkup()
        guard take("</" + name) else { return false }
        take(while: Self.isBlank)
        guard take(">") else { throw Self.notXML }
        return true
    }

    /// Skips white space, comments, processing instructions, and a document type without declarations of its own.
    private mutating func skipMarkup() throws(LocalizationError) {
        while true {
            take(while: Self.isBlank)
            if take("<!--") {
                guard skip(past: "-->") else { throw Self.notXML }
            } else if take("<?") {
                guard skip(past: "?>") else { throw Self.notXML }
            } else if take("<!DOCTYPE") {
                take { $0 != ">" && $0 != "[" }
                guard take(">") else { throw Self.notXML }
            } else {
                return
            }
        }
    }

    private static var notXML: LocalizationError {
        LocalizationError(.malformed, "the text is not an XML property list")
    }
}
