import Glibc

/// The properties of the terminal on standard output.
enum Terminal {
    /// Whether standard output is a terminal.
    static var isOutput: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether to use colour: on a terminal that supports it, unless `NO_COLOR` is set (https://no-color.org).
    static var usesColor: Bool {
        isOutput && (value(of: "NO_COLOR") ?? "").isEmpty && value(of: "TERM") != "dumb"
    }

    /// The number of columns of standard output.
    static var width: Int { width(of: STDOUT_FILENO) }

    /// Returns the number of columns; 80 if there is no terminal or it reports none.
    static func width(of descriptor: Int32) -> Int {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    private static func value(of name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }
}
