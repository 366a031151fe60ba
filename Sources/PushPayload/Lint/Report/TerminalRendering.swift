import StrictJSON

extension LintReport {
    /// The report as a compiler prints it: the place, the sentence, the line with a caret, and the rule with its source.
    ///
    /// `name` is what the reader knows the payload by, a path or `<stdin>`. Lines longer than the width are cut around
    /// the place, and control characters are shown as spaces. The last line counts; there is none when all is well.
    public func text(named name: String, width: Int = 100) -> String {
        var output = ""
        for diagnostic in diagnostics {
            let place: String
            var excerpt = ""
            switch diagnostic.place {
            case .payload(let location):
                place = "\(name):\(location.line):\(location.column)"
                excerpt = self.excerpt(of: location, width: max(20, width))
            case .header(let header):
                place = "\(name): \(header)"
            }
            let sentence = "\(diagnostic.severity.rawValue): \(diagnostic.message) [\(diagnostic.rule.code)]"
            output += "\(place): \(sentence)".map(Self.printable) + "\n" + excerpt
            output += "    source: \(diagnostic.rule.source)\n"
        }
        return output + summary
    }

    /// How many diagnostics of each severity there are; empty when there are none.
    private var summary: String {
        let counts = LintSeverity.allCases.compactMap { severity -> String? in
            let count = diagnostics.count { $0.severity == severity }
            return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
        }
        return counts.isEmpty ? "" : counts.joined(separator: ", ") + "\n"
    }

    private func excerpt(of location: Diagnostic.Location, width: Int) -> String {
        let start = location.range.lowerBound - location.column + 1
        guard text.indices.contains(start) || start == text.count else { return "" }
        let line = text[start...].prefix { $0 != 0x0A && $0 != 0x0D }
        let column = min(location.column - 1, line.count)
        let length = min(location.range.count, line.count - column)
        // Whole characters of the line, by the byte that each begins with, so that the caret stands below the first.
        let characters = Array(String(decoding: line, as: UTF8.self))
        var ahead = 0
        var bytes = 0
        while ahead < characters.count, bytes < column {
            bytes += characters[ahead].utf8.count
            ahead += 1
        }
        var marked = 0
        var end = bytes
        while ahead + marked < characters.count, end < bytes + length {
            end += characters[ahead + marked].utf8.count
            marked += 1
        }
        let first = max(0, min(ahead - width / 3, characters.count - width))
        let shown = characters[first..<min(characters.count, first + width)].map(Self.printable)
        let carets = max(1, min(marked, width - (ahead - first)))
        return "    \(String(shown))\n    " + String(repeating: " ", count: ahead - first) + "^"
            + String(repeating: "~", count: carets - 1) + "\n"
    }

    /// A character that moves no cursor: control and formatting characters become spaces.
    private static func printable(_ character: Character) -> Character {
        let isControl = character.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
            }
        }
        return isControl ? " " : character
    }
}
