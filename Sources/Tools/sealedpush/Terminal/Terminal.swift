import Platform

enum Terminal {
    static var isOutput: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether to use colour: on a terminal that supports it, unless `NO_COLOR` is set (https://no-color.org).
    static var usesColor: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isOutput && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    static func width(of descriptor: Int32) -> Int {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}

/// Terminal text styles; without escape sequences if `isOn` is false.
struct Style: Sendable {
    let isOn: Bool

    func bold(_ text: String) -> String { select("1", text) }
    func dim(_ text: String) -> String { select("2", text) }
    func red(_ text: String) -> String { select("31", text) }
    func green(_ text: String) -> String { select("32", text) }
    func yellow(_ text: String) -> String { select("33", text) }

    private func select(_ rendition: String, _ text: String) -> String {
        isOn && !text.isEmpty ? "\u{1B}[\(rendition)m\(text)\u{1B}[0m" : text
    }
}
