import ArgumentParser
import Glibc
import StrictJSON

/// The option that names the output file.
struct OutputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    var target: OutputTarget { OutputTarget(path: output) }
}

/// A description of a result, for people and for programs.
protocol Report {
    var json: JSONObject { get }
    /// The lines for people, safe to show.
    var lines: [String] { get }
}

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
    var width: Int { isTerminal ? min(max(Terminal.width(of: STDOUT_FILENO), 40), 120) : 80 }

    /// Writes a payload's exact bytes; on a terminal what could control it is escaped, and a line feed follows.
    ///
    /// A new file gets the permissions of `mode`.
    func write(_ payload: [UInt8], mode: mode_t) throws(Failure) {
        guard isTerminal else { return try write(bytes: payload, mode: mode) }
        // The escapes are JSON's own, so the payload's value is the same.
        let text = String(decoding: payload, as: UTF8.self)
        try write(report: text.showingControls(keepingLineFeeds: false), mode: mode)
    }

    /// Writes a report for people, or on one line for programs.
    func write(_ report: some Report, asJSON: Bool, mode: mode_t = 0o666) throws(Failure) {
        if asJSON { return try write(report: .object(report.json), mode: mode) }
        try write(report: report.lines.joined(separator: "\n"), mode: mode)
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
        try StandardStreams.check(StandardStreams.write(bytes.span, to: STDOUT_FILENO))
    }
}
