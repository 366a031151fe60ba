import ArgumentParser

/// `sealedpush-simulator`: Apple Push Notification service and phones on this machine.
@main
struct SimulatorTool: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sealedpush-simulator",
        abstract: "Apple Push Notification service and phones on this machine.",
        subcommands: [Run.self, Send.self, PhoneCommand.self, FaultCommand.self]
    )
}

/// Where the simulator's folder is.
struct FolderOption: ParsableArguments {
    @Option(help: "The folder for certificates, keys and phones.")
    var folder = "simulator"
}
