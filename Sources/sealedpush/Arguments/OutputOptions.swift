import ArgumentParser

/// Where the output goes.
struct OutputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    /// The place that the arguments name.
    var target: OutputTarget { OutputTarget(path: output) }
}
