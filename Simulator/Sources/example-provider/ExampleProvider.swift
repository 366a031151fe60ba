import ArgumentParser

/// A provider: seals payloads to devices and sends them to Apple's hosts or to a simulator.
@main
struct ExampleProvider: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "example-provider",
        abstract: "Seals payloads and pushes them to Apple's hosts or to a simulator.",
        subcommands: [Send.self, Serve.self],
        defaultSubcommand: Send.self
    )
}
