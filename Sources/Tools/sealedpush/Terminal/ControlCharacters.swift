extension String {
    /// Returns the text with characters that control a terminal or change the direction of text as escapes, such as
    /// `\u001b`.
    ///
    /// The escapes are those of JSON, so that a JSON text keeps its value. Text from payloads and file names is escaped
    /// before it is shown.
    func showingControls(keepingLineFeeds: Bool = false) -> String {
        var shown = ""
        for scalar in unicodeScalars {
            if scalar.isUnsafeToShow, !(keepingLineFeeds && scalar == "\n") {
                let digits = String(scalar.value, radix: 16)
                shown += "\\u" + String(repeating: "0", count: Swift.max(0, 4 - digits.count)) + digits
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is a control character, a line or paragraph separator, or changes the direction of following
    /// text (Unicode Standard Annex 9 §2: marks, embeddings, overrides and isolates).
    fileprivate var isUnsafeToShow: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
