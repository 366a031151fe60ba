import Glibc
import StrictJSON

/// A file, or standard output for none and for `-`.
struct OutputTarget {
    let path: String?

    /// Takes a path, or nil for standard output.
    init(path: String?) {
        self.path = path == "-" ? nil : path
    }

    /// Whether a person reads it here and now.
    var isTerminal: Bool { path == nil && Terminal.isOutput }

    /// The colours to write with.
    var style: Style { Style(isOn: isTerminal && Terminal.usesColor) }

    /// The columns to write in: the terminal's, as far as lines stay readable, else 80.
    var width: Int { isTerminal ? min(max(Terminal.width, 40), 120) : 80 }

    /// Writes a payload's exact bytes; on a terminal what could control it is escaped, and a line feed follows.
    ///
    /// A new file gets the permissions of `mode`.
    func write(_ payload: [UInt8], mode: mode_t) throws(Failure) {
        if isTerminal {
            // The escapes are JSON's own, so the payload's value is the same.
            let text = String(decoding: payload, as: UTF8.self).showingControls(keepingLineFeeds: false)
            try write(bytes: Array("\(text)\n".utf8), mode: mode)
        } else {
            try write(bytes: payload, mode: mode)
        }
    }

    /// Writes a report for programs, on one line; on a terminal what could control it is escaped.
    func write(report: JSONValue, mode: mode_t = 0o666) throws(Failure) {
        let text = String(decoding: report.serialized(), as: UTF8.self)
        try write(report: isTerminal ? text.showingControls(keepingLineFeeds: false) : text, mode: mode)
    }

    /// Writes a report for people, which is safe to show, and the line feed that ends it.
    func write(report: String, mode: mode_t = 0o666) throws(Failure) {
        try write(bytes: Array("\(report)\n".utf8), mode: mode)
    }

    /// Writes bytes unchanged; the caller escapes control characters for a terminal.
    func write(bytes: [UInt8], mode: mode_t = 0o666) throws(Failure) {
        if let path { return try OutputFile(path: path).replace(with: bytes.span, mode: mode) }
        let number = StandardStreams.write(bytes, to: STDOUT_FILENO)
        if number == EPIPE {
            // The reader has closed the pipe.
            Interruption.end(by: SIGPIPE)
        }
        guard number == 0 else { throw .system("standard output cannot be written", number) }
    }
}
