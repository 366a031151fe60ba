import StrictJSON

/// What a command left behind.
struct Run {
    /// As a shell gives it.
    let exitCode: Int32
    let outputBytes: [UInt8]
    let errors: String
    /// Whether the terminal echoed at the end, for a command that ran on one.
    var echoes: Bool?

    var output: String { String(decoding: outputBytes, as: UTF8.self) }

    /// The output as JSON.
    var json: JSONValue {
        get throws { try JSONValue(parsing: outputBytes) }
    }
}
