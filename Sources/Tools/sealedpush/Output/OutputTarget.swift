import ArgumentParser
import Platform
import StrictJSON

extension ArgumentHelp {
    /// The help of `--output`.
    fileprivate static let output = ArgumentHelp(
        "Write the output to this file, complete or not at all, instead of to standard output.", valueName: "file")
}

struct OutputOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: .output, completion: .file())
    var output: String?

    var target: OutputTarget { OutputTarget(path: output) }
}

/// The options of a command that writes a report.
struct ReportOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: .output, completion: .file())
    var output: String?

    @Flag(help: "Report as JSON.")
    var json = false

    var target: OutputTarget { OutputTarget(path: output) }

    func write(_ report: some Report) throws(Failure) { try target.write(report, asJSON: json) }
}

protocol Report {
    var json: JSONObject { get }
    var lines: [String] { get }
}

extension JSONValue {
    static func integer(_ number: some BinaryInteger) -> JSONValue { .number(JSONNumber(number)) }
}

extension JSONObject {
    /// Creates an object of the members that have a value.
    init(present members: KeyValuePairs<String, JSONValue?>) {
        self.init(members.compactMap { name, value in value.map { (name, $0) } })
    }
}

/// A file, or standard output for none, for `-` and for `/dev/stdout`.
struct OutputTarget {
    let path: String?

    init(path: String?) {
        self.path = path == "-" || path == "/dev/stdout" ? nil : path
    }

    /// Refuses a file that an output would not replace, before work is done for it.
    func requireReplaceable() throws(Failure) {
        if let path { try OutputFile(path: path).requireReplaceable() }
    }

    /// Whether both are one file, or both standard output.
    func isSame(as other: OutputTarget) -> Bool {
        guard let path, let other = other.path else { return path == nil && other.path == nil }
        return OutputFile(path: path).isSame(as: OutputFile(path: other))
    }

    var isTerminal: Bool { path == nil && Terminal.isOutput }

    var style: Style { Style(isOn: isTerminal && Terminal.usesColor) }

    /// The columns to write in: the terminal's, as far as lines stay readable, else 80.
    var width: Int { isTerminal ? min(max(Terminal.width(of: STDOUT_FILENO), 40), 120) : 80 }

    /// Writes a payload's exact bytes; on a terminal what could control it is escaped, and a line feed follows.
    func write(_ payload: [UInt8], mode: mode_t) throws(Failure) {
        guard isTerminal else { return try write(bytes: payload, mode: mode) }
        // The escapes are JSON's own, so the payload's value is the same.
        let text = String(decoding: payload, as: UTF8.self)
        try write(report: text.showingControls(), mode: mode)
    }

    func write(_ report: some Report, asJSON: Bool, mode: mode_t = 0o666) throws(Failure) {
        if asJSON { return try write(report: .object(report.json), mode: mode) }
        try write(report: report.lines.joined(separator: "\n"), mode: mode)
    }

    /// Writes a report for programs, on one line; on a terminal what could control it is escaped.
    func write(report: JSONValue, mode: mode_t = 0o666) throws(Failure) {
        let text = String(decoding: report.serialized(), as: UTF8.self)
        try write(report: isTerminal ? text.showingControls() : text, mode: mode)
    }

    /// Writes a report for people, which is safe to show, and the line feed that ends it.
    func write(report: String, mode: mode_t = 0o666) throws(Failure) {
        try write(bytes: Array("\(report)\n".utf8), mode: mode)
    }

    /// Writes bytes unchanged; the caller escapes control characters for a terminal.
    func write(bytes: [UInt8], mode: mode_t = 0o666) throws(Failure) {
        if let path { return try OutputFile(path: path).replace(with: bytes.slice.span, mode: mode) }
        try StandardStreams.check(writeAll(bytes.slice.span, to: STDOUT_FILENO))
    }
}
