import StrictJSON

extension LintReport {
    /// Returns the report in the form of a compiler's: position, message, the line with a caret, and the source of the rule.
    ///
    /// `name` identifies the payload to the reader: a path, or `<stdin>`. A line longer than `width` characters is shortened
    /// around the caret, and control characters are shown as spaces. The last line has the number of diagnostics of each
    /// severity; the report of a clean payload is empty.
    public func text(named name: String, width: Int = 100) -> String {
        let entries = diagnostics.map { diagnostic in
            let (place, excerpt) =
                switch diagnostic.location {
                case .payload(let position):
                    ("\(name):\(position.line):\(position.column)", self.excerpt(at: position, width: max(20, width)))
                case .header(let header): ("\(name): \(header)", "")
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

    /// Returns the line of a position, with a caret and tildes below the bytes of its range.
    private func excerpt(at position: Diagnostic.Position, width: Int) -> String {
        let line = text[(position.range.lowerBound - position.column + 1)...].prefix { $0 != 0x0A && $0 != 0x0D }
        // Carets are counted in characters, the range in bytes.
        let characters = Array(String(decoding: line, as: UTF8.self))
        var byteCount = 0
        let offsets = characters.map { character in
            defer { byteCount += character.utf8.count }
            return byteCount
        }
        let before = offsets.count { $0 < position.column - 1 }
        let start = before < offsets.count ? offsets[before] : byteCount
        let marked = offsets[before...].count { $0 < start + position.range.count }
        let first = max(0, min(before - width / 3, characters.count - width))
        let shown = characters[first...].prefix(width).map(\.printable)
        let carets = max(1, min(marked, width - (before - first)))
        return "    \(String(shown))\n    " + String(repeating: " ", count: before - first) + "^"
            + String(repeating: "~", count: carets - 1) + "\n"
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
