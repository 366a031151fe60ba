import ArgumentParser

/// The argument that names the payload's file.
struct InputArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The payload's file; - or nothing for standard input.", valueName: "input"),
        completion: .file())
    var input: String?

    /// The file, or standard input.
    var source: InputSource { InputSource(path: input) }

    /// Reads the payload's bytes.
    func read() throws -> Input { try source.read() }
}
