import StrictJSON

/// What a command left behind.
struct Run {
    /// As a shell gives it.
    let exitCode: Int32
    let outputBytes: [UInt8]
    let errors: String

    var output: String { String(decoding: outputBytes, as: UTF8.self) }

    /// The output as JSON.
    var json: JSONValue {
        get throws { try JSONValue(parsing: outputBytes) }
    }
}
