extension LintReport {
    /// Returns the report in the form of a compiler's: position, message, the line with a caret, and the source of the rule.
    ///
    /// `name` identifies the payload to the reader: a path, or `<stdin>`. A line longer than `width` characters is shortened
    /// around the caret, and control characters are shown as spaces. The last line has the number of diagnostics of each
    /// severity; the report of a clean payload is empty.
    public func text(named name: String, width: Int = 100) -> String {
        let entries = diagnostics.map { diagnostic in
            var (place, excerpt) = (name, "")
            switch diagnostic.location {
            case .payload(_, let bytes, let line, let column):
                place += ":\(line):\(column)"
                excerpt = self.excerpt(of: bytes, at: column, width: max(20, width))
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

    /// Returns the line of some bytes, shortened to `width` characters, with a caret and tildes below the bytes.
    private func excerpt(of bytes: Range<Int>, at column: Int, width: Int) -> String {
        // Carets are counted in characters, which have fewer than 8 bytes on average.
        let (byteCount, lineStart) = (8 * width, bytes.lowerBound - column + 1)
        let head = text[lineStart..<bytes.lowerBound].suffix(byteCount).drop { UTF8.isContinuation($0) }
        let rest = text[bytes.lowerBound...].prefix(byteCount).prefix { $0 != 0x0A && $0 != 0x0D }
        let before = Array(String(decoding: head, as: UTF8.self))
        let after = Array(String(decoding: rest, as: UTF8.self))
        let indent = min(before.count, max(width / 3, width - after.count))
        let shown = (before.suffix(indent) + after).prefix(width).map(\.printable)
        let marked = String(decoding: rest.prefix(bytes.count), as: UTF8.self).count
        let carets = max(1, min(marked, width - indent))
        return "    \(String(shown))\n    " + String(repeating: " ", count: indent) + "^"
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
