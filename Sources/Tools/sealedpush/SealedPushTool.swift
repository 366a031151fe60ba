import ArgumentParser
import Dispatch
import KeyManagement
import Platform

/// The command `sealedpush`: parses the arguments, runs the command, and reports its result.
@main
struct SealedPushTool: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sealedpush",
        abstract: "Seals push notifications so that only the receiving device can read them.",
        discussion: """
            A sealed push is an ordinary payload for Apple Push Notification service: a placeholder that every \
            intermediary can read, and an envelope that only the device opens, in its notification service extension.

              sealedpush keys generate phone --role device
              sealedpush keys generate bank --role provider
              sealedpush seal --to phone --from bank --topic com.example p.json -o s.json
              sealedpush deliver --with phone --from bank --topic com.example s.json
            """,
        version: "0.1.0",
        subcommands: [
            Keys.self, Seal.self, Open.self, Deliver.self, Inspect.self, Lint.self, Roundtrip.self, Attachment.self,
        ]
    )

    func run() throws {
        throw ValidationError("expected a command: keys, seal, open, deliver, inspect, lint, roundtrip or attachment")
    }

    /// Runs the command in the arguments; not async, so that a synchronous command starts no thread.
    static func main() {
        StandardStreams.prepare()
        Interruption.restoreDefaults()
        do {
            var command = try parseAsRoot(try ProcessArguments.checked())
            guard let waiting = command as? any AsyncParsableCommand else { return try command.run() }
            Task.detached {
                var command = waiting
                do {
                    try await command.run()
                } catch {
                    Platform.exit(report(error))
                }
                Platform.exit(EXIT_SUCCESS)
            }
            dispatchMain()
        } catch {
            Platform.exit(report(error))
        }
    }

    /// Writes the error, and returns the exit code: 0 for help, 64 for a usage error, 1 for other errors.
    private static func report(_ error: any Error) -> Int32 {
        // A message would appear in the command line that the user is typing.
        if ProcessArguments.isCompletion, !exitCode(for: error).isSuccess { return EXIT_FAILURE }
        if let failure = Failure(error) {
            Diagnostics.report(failure)
            return EXIT_FAILURE
        }
        let code = exitCode(for: error)
        guard !code.isSuccess else {
            do throws(Failure) {
                try OutputTarget(path: nil).write(report: fullMessage(for: error))
                return EXIT_SUCCESS
            } catch {
                return report(error)
            }
        }
        // The argument parser writes alternatives on separate lines.
        let message = message(for: error).split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
        // An exit code of its own has no message: the report says it.
        if !message.isEmpty { Diagnostics.error(message.startingSmall) }
        // The parser's text ends with "See 'sealedpush seal --help' for more information."
        let help = fullMessage(for: error).split(separator: "'").dropLast().last
        if code == .validationFailure, let help { Diagnostics.hint("see '\(help)'") }
        return code.rawValue
    }
}
