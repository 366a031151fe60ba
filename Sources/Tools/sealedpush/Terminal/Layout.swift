extension String {
    func padded(to columns: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, columns - displayWidth))
    }

    func indented(to columns: Int) -> String {
        String(repeating: " ", count: Swift.max(0, columns - displayWidth)) + self
    }

    func truncated(to columns: Int) -> String {
        guard displayWidth > columns else { return self }
        var kept = ""
        var width = 1
        for character in self {
            width += character.displayWidth
            if width > columns { break }
            kept.append(character)
        }
        return kept + "…"
    }

    /// Returns the text in lines of at most a number of columns, broken between words, up to a maximum number of lines.
    func wrapped(to columns: Int, lines limit: Int) -> [String] {
        var lines: [String] = []
        for paragraph in split(separator: "\n", omittingEmptySubsequences: false) {
            lines += Self.wrap(paragraph, to: columns)
            if lines.count > limit { break }
        }
        guard lines.count > limit else { return lines }
        let last = lines[limit - 1] + "…"
        return lines.prefix(limit - 1) + [last.truncated(to: columns)]
    }

    private static func wrap(_ paragraph: Substring, to columns: Int) -> [String] {
        var lines = [""]
        var width = 0
        for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
            let wordWidth = word.displayWidth
            if width > 0, width + 1 + wordWidth > columns {
                lines.append("")
                width = 0
            } else if width > 0 {
                lines[lines.count - 1] += " "
                width += 1
            }
            for character in word {
                if width > 0, width + character.displayWidth > columns {
                    lines.append("")
                    width = 0
                }
                lines[lines.count - 1].append(character)
                width += character.displayWidth
            }
        }
        return lines
    }
}
