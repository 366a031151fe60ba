import ArgumentParser
import Dispatch
import Glibc
import KeyManagement

/// The start of the process: not async, so that a command that does not wait starts no thread.
@main
enum EntryPoint {
    static func main() {
        SealedPushTool.start()
    }
}

/// The command `sealedpush`: reads what it is to do, does it, and says how that went.
struct SealedPushTool: AsyncParsableCommand {
    static let name = "sealedpush"

    static let configuration = CommandConfiguration(
        commandName: name,
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
        throw ValidationError("say what to do: keys, seal, open, deliver, inspect, lint or roundtrip")
    }

    /// Runs the command that the arguments name.
    static func start() {
        StandardStreams.prepare()
        WaitNotice.handle(by: Diagnostics.hint)
        do {
            var command = try parsed(try ProcessArguments.checked())
            try StandardStreams.requireDescriptors()
            guard let waiting = command as? any AsyncParsableCommand else { return try command.run() }
            Task {
                var command = waiting
                do {
                    try await command.run()
                } catch {
                    end(after: error)
                }
                Glibc.exit(EXIT_SUCCESS)
            }
            dispatchMain()
        } catch {
            end(after: error)
        }
    }

    /// Reads the arguments.
    ///
    /// The command that the first of them names reads those behind it by itself, since the way from the root to it costs a
    /// third as much again. What it can make nothing of, and a question for its help, is read from the root on, which has
    /// the words for it.
    private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        if let name = arguments.first,
            let type = configuration.subcommands.first(where: { $0.configuration.standsAlone(as: name) }),
            let command = try? type.parseAsRoot(Array(arguments.dropFirst())), Swift.type(of: command) == type
        {
            return command
        }
        return try parseAsRoot(arguments)
    }

    private static func end(after error: any Error) -> Never {
        Glibc.exit(report(error, arguments: (try? ProcessArguments.checked()) ?? []))
    }

    /// Says what went wrong, and returns the exit code: 0 for help, 64 for wrong usage, 1 for everything else.
    private static func report(_ error: any Error, arguments: [String]) -> Int32 {
        if let failure = Failure(error) {
            Diagnostics.report(failure)
            return EXIT_FAILURE
        }
        let code = exitCode(for: error)
        if code.isSuccess {
            return StandardStreams.print(fullMessage(for: error)) ? EXIT_SUCCESS : EXIT_FAILURE
        }
        var message = message(for: error)
        // A misspelled option is often the cause of an argument that is missing, which the parser reports first.
        if !message.hasPrefix("Unknown option"), !message.hasPrefix("Missing value"),
            code == .validationFailure, let option = unknownOption(in: arguments)
        {
            message = "unknown option '\(option)'"
        }
        // The argument parser puts alternatives on lines of their own.
        let lines = message.split(separator: "\n").map { $0.drop { $0 == " " } }
        if !message.isEmpty { Diagnostics.error(lines.joined(separator: " ").startingSmall) }
        if code == .validationFailure { Diagnostics.hint(Self.whereToLook(error)) }
        return code.rawValue
    }

    /// Returns the first option that the command does not have.
    private static func unknownOption(in arguments: [String]) -> String? {
        var command: any ParsableCommand.Type = self
        var rest = arguments.prefix { $0 != "--" }
        while let name = rest.first,
            let next = command.configuration.subcommands.first(where: { $0.configuration.isNamed(name) })
        {
            command = next
            rest = rest.dropFirst()
        }
        let help = helpMessage(for: command, includeHidden: true) + " --generate-completion-script"
        let known = help.matches(of: /--?[A-Za-z][A-Za-z-]*/).map(\.output)
        return rest.lazy.map { $0.prefix { $0 != "=" } }.first { option in
            option.wholeMatch(of: /--?[A-Za-z].*/) != nil && !known.contains(option)
        }.map(String.init)
    }

    /// The command whose help belongs to a usage error, in a sentence.
    private static func whereToLook(_ error: any Error) -> String {
        let mark = "See '"
        let line = fullMessage(for: error).split(separator: "\n").last { $0.contains(mark) }
        guard let line, let start = line.firstRange(of: mark)?.upperBound else { return "see 'sealedpush --help'" }
        let command = line[start...].prefix { $0 != "'" }
        return "see '\(command)'"
    }
}

extension CommandConfiguration {
    /// Whether it is of a command of this name whose arguments can be read without those above it.
    fileprivate func standsAlone(as name: String) -> Bool {
        _superCommandName != nil && isNamed(name)
    }

    /// Whether the name or an alias is `name`.
    fileprivate func isNamed(_ name: String) -> Bool {
        commandName == name || aliases.contains(name)
    }
}
