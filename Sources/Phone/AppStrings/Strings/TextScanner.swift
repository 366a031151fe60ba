/// A position in the text of a strings file.
struct TextScanner {
    let text: [Unicode.Scalar]
    var position = 0

    /// The deepest nesting of values in a file.
    static let deepest = 512

    init(_ text: String) { self.text = Array(text.unicodeScalars) }

    var next: Unicode.Scalar? { position < text.count ? text[position] : nil }

    func starts(with word: String) -> Bool { text[position...].starts(with: word.unicodeScalars) }

    mutating func take(_ word: String) -> Bool {
        guard starts(with: word) else { return false }
        position += word.unicodeScalars.count
        return true
    }

    /// Advances past the characters for which a condition holds, and returns them.
    @discardableResult
    mutating func take(while condition: (Unicode.Scalar) -> Bool) -> String {
        let taken = text[position...].prefix(while: condition)
        position = taken.endIndex
        return String(String.UnicodeScalarView(taken))
    }

    /// Advances past the next occurrence of a word, or without one to the end, and returns whether it was found.
    @discardableResult
    mutating func skip(past word: String) -> Bool {
        while next != nil {
            if take(word) { return true }
            position += 1
        }
        return false
    }

    static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        ("\t"..."\r").contains(scalar) || scalar == " " || scalar == "\u{2028}" || scalar == "\u{2029}"
    }
}
