import ArgumentParser

/// The option that names the output file.
struct OutputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    /// The target of the output.
    var target: OutputTarget { OutputTarget(path: output) }
}
