import StrictJSON

extension LintReport {
    /// Returns the report in the form of a compiler's: position, message, the line with a caret, and the source of the rule.
    ///
    /// `name` identifies the payload to the reader: a path, or `<stdin>`. A line longer than `width` characters is shortened
    /// around the caret, and control characters are shown as spaces. The last line has the number of diagnostics of each
    /// severity; the report of a clean payload is empty.
    public func text(named name: String, width: Int = 100) -> String {
        // Diagnostics come in the order of the text.
        var line: ExcerptLine?
        let entries = diagnostics.map { diagnostic in
            var (place, excerpt) = (name, "")
            switch diagnostic.location {
            case .payload(let position):
                if line?.number != position.line { line = ExcerptLine(of: position, in: text) }
                place += ":\(position.line):\(position.column)"
                excerpt = line?.excerpt(at: position, width: max(20, width)) ?? ""
            case .header(let header): place += ": \(header)"
            }
            let message = "\(place): \(diagnostic.severity.rawValue): \(diagnostic.message) [\(diagnostic.rule.code)]"
            return "\(String(message.map(\.printable)))\n\(excerpt)    source: \(diagnostic.rule.source)\n"
        }
        let counts = LintSeverity.allCases.compactMap { severity -> String? in
            let count = diagnostics.count { $0.severity == severity }
            return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
        }
        return entries.joined() + (counts.isEmpty ? "" : counts.joined(separator: ", ") + "\n")
    }
}

/// The characters of a line; decoded once for all diagnostics of the line.
private struct ExcerptLine {
    /// The line, from 1.
    let number: Int
    private let characters: [Character]
    /// The offset of the first byte of each character.
    private let offsets: [Int]
    private let byteCount: Int

    /// Decodes the line of a position.
    init(of position: Diagnostic.Position, in text: [UInt8]) {
        number = position.line
        let line = text[(position.range.lowerBound - position.column + 1)...].prefix { $0 != 0x0A && $0 != 0x0D }
        // Carets are counted in characters, the range in bytes.
        characters = Array(String(decoding: line, as: UTF8.self))
        var byteCount = 0
        offsets = characters.map { character in
            defer { byteCount += character.utf8.count }
            return byteCount
        }
        self.byteCount = byteCount
    }

    /// Returns the line, shortened to `width` characters, with a caret and tildes below the bytes of a position.
    func excerpt(at position: Diagnostic.Position, width: Int) -> String {
        let before = offsets.count(below: position.column - 1)
        let start = before < offsets.count ? offsets[before] : byteCount
        let marked = offsets.count(below: start + position.range.count) - before
        let first = max(0, min(before - width / 3, characters.count - width))
        let shown = characters[first...].prefix(width).map(\.printable)
        let carets = max(1, min(marked, width - (before - first)))
        return "    \(String(shown))\n    " + String(repeating: " ", count: before - first) + "^"
            + String(repeating: "~", count: carets - 1) + "\n"
    }
}

extension [Int] {
    /// Returns the number of elements below a bound, in sorted elements.
    func count(below bound: Int) -> Int {
        var (lower, upper) = (0, count)
        while lower < upper {
            let middle = (lower + upper) / 2
            if self[middle] < bound { lower = middle + 1 } else { upper = middle }
        }
        return lower
    }
}

extension Character {
    /// The character, or a space for a character that may move the cursor or change the direction of text.
    fileprivate var printable: Character {
        let isControl = unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
            }
        }
        return isControl ? " " : self
    }
}
