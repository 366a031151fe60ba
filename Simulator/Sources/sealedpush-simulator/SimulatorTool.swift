import ArgumentParser
import SealedPushSimulator

/// `sealedpush-simulator`: a local Apple Push Notification service with phones.
@main
struct SimulatorTool: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sealedpush-simulator",
        abstract: "A local Apple Push Notification service with phones.",
        subcommands: [
            Run.self, Send.self, PushesCommand.self, PhoneCommand.self, ChannelCommand.self, FaultCommand.self,
            ClockCommand.self,
        ]
    )

    /// Runs the command in the arguments; the exit code is 0, 64 for a usage error, or 1 for other errors.
    static func main() async {
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            if !(error is ExitCode), exitCode(for: error) == .failure {
                Failure(error).report()
                exit(withError: ExitCode.failure)
            }
            exit(withError: error)
        }
    }
}

/// The option for the simulator's folder.
struct FolderOption: ParsableArguments {
    @Option(help: "The folder for certificates, keys and phones.")
    var folder = "simulator"

    /// Calls a function with the provider of the running simulator, whose connections are closed afterwards.
    func withProvider<Result: Sendable>(_ body: (LocalProvider) async throws -> Result) async throws -> Result {
        let provider = try LocalProvider(folder: folder)
        do {
            let result = try await body(provider)
            await provider.shutDown()
            return result
        } catch {
            await provider.shutDown()
            throw error
        }
    }
}
