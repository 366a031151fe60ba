/// Parses the old-style property list of a `.strings` file: `"key" = "value";` pairs and comments.
///
/// The grammar is that of Core Foundation's `CFOldStylePList.c`; the tests name its rules one by one.
struct OldStyleReader {
    private let text: [Unicode.Scalar]
    private var position = 0

    private static let deepest = 512

    private init(_ text: String) {
        self.text = Array(text.unicodeScalars)
    }

    /// Parses a file that consists of pairs, bare or in braces.
    ///
    /// - Throws: `LocalizationError` with `malformed` and the line.
    static func read(_ text: String) throws(LocalizationError) -> [String: StringsNode] {
        var reader = OldStyleReader(text)
        guard !reader.text.isEmpty else { throw LocalizationError(.malformed, "the file is empty") }
        reader.skipBlanks()
        let isBraced = reader.take("{")
        let pairs = try reader.pairs(depth: 1)
        if isBraced, !reader.take("}") { throw reader.error("expected }") }
        reader.skipBlanks()
        guard reader.next == nil else { throw reader.error("expected a pair or the end of the file") }
        return pairs
    }

    // MARK: - Values

    private mutating func pairs(depth: Int) throws(LocalizationError) -> [String: StringsNode] {
        var pairs: [String: StringsNode] = [:]
        while true {
            skipBlanks()
            guard let next, next != "}" else { return pairs }
            let key = try string()
            skipBlanks()
            var value = StringsNode.text(key)
            if take("=") { value = try self.value(depth: depth) }
            skipBlanks()
            guard take(";") else { throw error("expected ;") }
            pairs[key] = value
        }
    }

    private mutating func value(depth: Int) throws(LocalizationError) -> StringsNode {
        guard depth < Self.deepest else { throw error("values nest deeper than \(Self.deepest)") }
        skipBlanks()
        if take("{") {
            let members = try pairs(depth: depth + 1)
            guard take("}") else { throw error("expected }") }
            return .dictionary(members)
        }
        if take("(") {
            while true {
                skipBlanks()
                if take(")") { return .other }
                _ = try value(depth: depth + 1)
                skipBlanks()
                if !take(","), next != ")" { throw error("expected ,") }
            }
        }
        if take("<") {
            while let digit = next, digit != ">" {
                guard digit.properties.isASCIIHexDigit || Self.isBlank(digit) else {
                    throw error("expected a hexadecimal digit in data")
                }
                position += 1
            }
            guard take(">") else { throw error("expected >") }
            return .other
        }
        return .text(try string())
    }

    private mutating func string() throws(LocalizationError) -> String {
        guard let first = next else { throw error("expected a string") }
        if first == "\"" || first == "'" {
            position += 1
            return try quoted(until: first)
        }
        let start = position
        while let scalar = next, Self.isBare(scalar) { position += 1 }
        guard position > start else { throw error("expected a string") }
        return Self.string(text[start..<position])
    }

    private mutating func quoted(until quote: Unicode.Scalar) throws(LocalizationError) -> String {
        var scalars = String.UnicodeScalarView()
        // Escapes may spell surrogates, so the text is collected as UTF-16.
        var units: [UInt16] = []
        while let scalar = next {
            position += 1
            switch scalar {
            case quote:
                scalars.append(contentsOf: String(decoding: units, as: UTF16.self).unicodeScalars)
                return String(scalars)
            case "\\": units += try escape()
            default: units += Array(UTF16.encode(scalar) ?? .init())
            }
        }
        throw error("the string does not end")
    }

    private mutating func escape() throws(LocalizationError) -> [UInt16] {
        guard let scalar = next else { throw error("the string does not end") }
        position += 1
        switch scalar {
        case "a": return [7]
        case "b": return [8]
        case "f": return [12]
        case "n": return [10]
        case "r": return [13]
        case "t": return [9]
        case "v": return [11]
        case "U": return [hex()]
        case "0"..."7":
            position -= 1
            return Array(UTF16.encode(NextStepLatin.scalar(octal())) ?? .init())
        default: return Array(UTF16.encode(scalar) ?? .init())
        }
    }

    /// Parses up to four hexadecimal digits as one UTF-16 code unit.
    private mutating func hex() -> UInt16 {
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = next, digit.isASCII, let number = Character(digit).hexDigitValue else { break }
            value = value << 4 | UInt16(number)
            position += 1
        }
        return value
    }

    /// Parses up to three octal digits; only the lower eight bits count.
    private mutating func octal() -> UInt8 {
        var value: UInt16 = 0
        for _ in 0..<3 {
            guard let digit = next, ("0"..."7").contains(digit) else { break }
            value = value << 3 | UInt16(digit.value - 48)
            position += 1
        }
        return UInt8(truncatingIfNeeded: value)
    }

    // MARK: - Scalars

    private var next: Unicode.Scalar? { position < text.count ? text[position] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    /// Skips white space and comments; an unterminated comment extends to the end of the file.
    private mutating func skipBlanks() {
        while let scalar = next {
            if Self.isBlank(scalar) {
                position += 1
            } else if starts(with: "/", "/") {
                while let scalar = next, !Self.isLineEnd(scalar) { position += 1 }
            } else if starts(with: "/", "*") {
                position += 2
                while next != nil, !starts(with: "*", "/") { position += 1 }
                position = min(position + 2, text.count)
            } else {
                return
            }
        }
    }

    private func starts(with first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        next == first && position + 1 < text.count && text[position + 1] == second
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        ("\t"..."\r").contains(scalar) || scalar == " " || scalar == "\u{2028}" || scalar == "\u{2029}"
    }

    private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\n" || scalar == "\r" || scalar == "\u{2028}" || scalar == "\u{2029}"
    }

    private static func isBare(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "A"..."Z", "a"..."z", "0"..."9", "_", "$", "/", ":", ".", "-": true
        default: false
        }
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }

    private func error(_ reason: String) -> LocalizationError {
        let line = text[..<position].reduce(1) { $1 == "\n" ? $0 + 1 : $0 }
        return LocalizationError(.malformed, "line \(line): \(reason)")
    }
}
