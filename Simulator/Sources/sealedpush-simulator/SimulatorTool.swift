import ArgumentParser

/// `sealedpush-simulator`: a local Apple Push Notification service with phones.
@main
struct SimulatorTool: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sealedpush-simulator",
        abstract: "A local Apple Push Notification service with phones.",
        subcommands: [Run.self, Send.self, PhoneCommand.self, FaultCommand.self]
    )
}

/// The option for the simulator's folder.
struct FolderOption: ParsableArguments {
    @Option(help: "The folder for certificates, keys and phones.")
    var folder = "simulator"
}
