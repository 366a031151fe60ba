import StrictJSON
import TestSupport

/// The result of a command.
struct Run {
    /// As a shell gives it.
    let exitCode: Int32
    let outputBytes: [UInt8]
    let errors: String
    /// Whether the terminal echoed at the end, for a command that ran on one.
    let echoes: Bool?

    /// Takes the output of a command, or the bytes that a terminal has shown.
    init(_ ended: Ended, shown: [UInt8]? = nil, echoes: Bool? = nil) {
        (exitCode, outputBytes) = (ended.exitCode, shown ?? ended.output)
        (errors, self.echoes) = (String(decoding: ended.errors, as: UTF8.self), echoes)
    }

    var output: String { String(decoding: outputBytes, as: UTF8.self) }

    /// The output as JSON.
    var json: JSONValue {
        get throws { try JSONValue(parsing: outputBytes) }
    }
}
