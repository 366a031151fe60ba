/// Terminal text styles; without escape sequences if `isOn` is false.
struct Style: Sendable {
    /// Whether escape sequences are written.
    let isOn: Bool

    func bold(_ text: String) -> String { select("1", text) }
    func dim(_ text: String) -> String { select("2", text) }
    func red(_ text: String) -> String { select("31", text) }
    func green(_ text: String) -> String { select("32", text) }
    func yellow(_ text: String) -> String { select("33", text) }
    func cyan(_ text: String) -> String { select("36", text) }

    private func select(_ rendition: String, _ text: String) -> String {
        isOn && !text.isEmpty ? "\u{1B}[\(rendition)m\(text)\u{1B}[0m" : text
    }
}
