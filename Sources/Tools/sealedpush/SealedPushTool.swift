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
              sealedpush seal --to phone payload.json -o sealed.json
              sealedpush deliver --with phone sealed.json
            """,
        version: "0.1.0",
        subcommands: [Keys.self, Seal.self, Open.self, Deliver.self, Inspect.self, Lint.self, Roundtrip.self]
    )

    func run() throws {
        throw ValidationError("expected a command: keys, seal, open, deliver, inspect, lint or roundtrip")
    }

    /// Runs the command in the arguments; not async, so that a synchronous command starts no thread.
    static func main() {
        StandardStreams.prepare()
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
        var message = message(for: error)
        let help = code == .validationFailure ? helpArguments(for: error) : nil
        // A misspelled option often causes a missing argument, which the parser reports first.
        if let help, !message.hasPrefix("Unknown option"), !message.hasPrefix("Missing value"),
            let option = unknownOption(help: help)
        {
            message = "unknown option '\(option)'"
        }
        if let help, let command = unknownCommand(in: message, help: help) { message = "unknown command '\(command)'" }
        // The argument parser writes alternatives on separate lines.
        let lines = message.split(separator: "\n").map { $0.drop { $0 == " " } }
        if !message.isEmpty { Diagnostics.error(lines.joined(separator: " ").startingSmall) }
        if let help { Diagnostics.hint("see 'sealedpush \(help.joined(separator: " "))'") }
        return code.rawValue
    }

    /// Returns the arguments that show the help of the command in a usage error, such as `seal --help`.
    private static func helpArguments(for error: any Error) -> [String] {
        let line = fullMessage(for: error).split(separator: "\n").last { $0.contains("See 'sealedpush ") }
        return line?.split(separator: "'").dropFirst().first?.split(separator: " ").dropFirst().map(String.init)
            ?? ["--help"]
    }

    /// Returns the first argument that the parser did not expect after a command that has only subcommands.
    private static func unknownCommand(in message: String, help: [String]) -> String? {
        guard [["--help"], ["keys", "--help"]].contains(help), message.contains("nexpected argument") else {
            return nil
        }
        return ((try? ProcessArguments.checked()) ?? []).dropFirst(help.count - 1).first
    }

    /// Returns the first option in the arguments that the help of their command does not list.
    ///
    /// Runs nothing but the display of a help: `help` is taken from a message.
    static func unknownOption(help: [String]) -> String? {
        guard help.last == "--help" else { return nil }
        do {
            var command = try parseAsRoot(help)
            try command.run()
        } catch {
            let known = (fullMessage(for: error) + " --generate-completion-script")
                .matches(of: /--?[A-Za-z][A-Za-z-]*/).map(\.output)
            let options = ((try? ProcessArguments.checked()) ?? []).prefix { $0 != "--" }.map {
                $0.prefix { $0 != "=" }
            }
            return options.first { $0.wholeMatch(of: /--?[A-Za-z].*/) != nil && !known.contains($0) }.map(String.init)
        }
        return nil
    }
}
