import Foundation

/// The old-style property list of a `.strings` file: `"key" = "value";` pairs and comments.
///
/// The grammar is that of Core Foundation's `CFOldStylePList.c`; the tests name its rules one by one.
extension TextScanner {
    /// Parses a file that consists of pairs, bare or in braces; an error has the line.
    ///
    /// Bare pairs end at the first token that starts no string, such as a second semicolon. The system reads nothing after it.
    static func oldStyleList(_ text: String) throws(StringsError) -> StringsReader.Table {
        var scanner = TextScanner(text)
        scanner.skipBlanks()
        guard let first = scanner.next else { return ([:], nil) }
        let isBraced = scanner.take("{")
        guard isBraced || isStringStart(first) else { throw scanner.error("expected a pair") }
        let pairs = try scanner.pairs(depth: 1)
        if isBraced { try scanner.expect("}") }
        scanner.skipBlanks()
        guard scanner.next != nil else { return (pairs, nil) }
        guard !isBraced, !pairs.isEmpty else {
            throw scanner.error("expected \(isBraced ? "the end of the file" : "a pair")")
        }
        return (pairs, scanner.error("expected a pair; the system reads nothing from here on"))
    }

    private mutating func pairs(depth: Int) throws(StringsError) -> [String: StringsNode] {
        var pairs: [String: StringsNode] = [:]
        while true {
            skipBlanks()
            let start = position
            guard let next, Self.isStringStart(next), let key = try? string() else {
                position = start
                return pairs
            }
            pairs[key] = takes("=") ? try value(depth: depth) : .text(key)
            try expect(";")
        }
    }

    private mutating func value(depth: Int) throws(StringsError) -> StringsNode {
        guard depth < Self.deepest else { throw error("values nest deeper than \(Self.deepest)") }
        if takes("{") {
            let members = try pairs(depth: depth + 1)
            try expect("}")
            return .dictionary(members)
        }
        if take("(") {
            while !takes(")") {
                _ = try value(depth: depth + 1)
                if !takes(","), next != ")" { throw error("expected ,") }
            }
            return .other
        }
        if take("<") {
            let data = take { $0.properties.isASCIIHexDigit || Self.isBlank($0) }
            let areBytes = data.unicodeScalars.split(whereSeparator: Self.isBlank).allSatisfy {
                $0.count.isMultiple(of: 2)
            }
            guard areBytes, take(">") else { throw error("expected bytes of two hexadecimal digits and >") }
            return .other
        }
        return .text(try string())
    }

    private mutating func string() throws(StringsError) -> String {
        if take("\"") { return try quoted(until: "\"") }
        if take("'") { return try quoted(until: "'") }
        let word = take(while: Self.isBare)
        guard !word.isEmpty else { throw error("expected a string") }
        return word
    }

    private static func isStringStart(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\"" || scalar == "'" || isBare(scalar)
    }

    /// Whether a string without quotation marks may have a character.
    private static func isBare(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "A"..."Z", "a"..."z", "0"..."9", "_", "$", "/", ":", ".", "-": true
        default: false
        }
    }

    private mutating func quoted(until quote: Unicode.Scalar) throws(StringsError) -> String {
        // Escapes may spell surrogates, so the text is collected as UTF-16.
        var units: [UInt16] = []
        while let scalar = next {
            position += 1
            if scalar == quote { return String(decoding: units, as: UTF16.self) }
            if scalar == "\\" { units += try escape() } else { units += String(scalar).utf16 }
        }
        throw error("the string does not end")
    }

    private static let controls: [Unicode.Scalar: UInt16] = [
        "a": 7, "b": 8, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13,
    ]

    private mutating func escape() throws(StringsError) -> [UInt16] {
        guard let scalar = next else { throw error("the string does not end") }
        if ("0"..."7").contains(scalar) {
            // The lower eight bits are a character of NeXTSTEP's set.
            let byte = UInt8(truncatingIfNeeded: number(radix: 8, digits: 3))
            return Array((String(bytes: [byte], encoding: .nextstep) ?? "\u{FFFD}").utf16)
        }
        position += 1
        if scalar == "U" { return [number(radix: 16, digits: 4)] }
        return Self.controls[scalar].map { [$0] } ?? Array(String(scalar).utf16)
    }

    /// Parses a number of at most so many digits; 0 without any.
    private mutating func number(radix: UInt16, digits: Int) -> UInt16 {
        var number: UInt16 = 0
        for _ in 0..<digits {
            guard let next, let digit = UInt16(String(next), radix: Int(radix)) else { break }
            number = number * radix + digit
            position += 1
        }
        return number
    }

    private mutating func takes(_ mark: String) -> Bool {
        skipBlanks()
        return take(mark)
    }

    private mutating func expect(_ mark: String) throws(StringsError) {
        guard takes(mark) else { throw error("expected \(mark)") }
    }

    /// Skips white space and comments; an unterminated comment extends to the end of the file.
    private mutating func skipBlanks() {
        while let scalar = next {
            if Self.isBlank(scalar) {
                position += 1
            } else if take("//") {
                take { !["\n", "\r", "\u{2028}", "\u{2029}"].contains($0) }
            } else if take("/*") {
                skip(past: "*/")
            } else {
                return
            }
        }
    }

    private func error(_ reason: String) -> StringsError {
        StringsError("line \(text[..<position].count { $0 == "\n" } + 1): \(reason)")
    }
}
