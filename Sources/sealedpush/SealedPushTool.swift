import ArgumentParser
import Dispatch
import Glibc
import KeyManagement

/// The entry point of the process.
///
/// It is not async, so that a synchronous command starts no thread.
@main
enum EntryPoint {
    static func main() {
        SealedPushTool.start()
    }
}

/// The command `sealedpush`: parses the arguments, runs the command, and reports its result.
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
        throw ValidationError("expected a command: keys, seal, open, deliver, inspect, lint or roundtrip")
    }

    /// Runs the command in the arguments.
    static func start() {
        StandardStreams.prepare()
        WaitNotice.handle(by: Diagnostics.hint)
        do {
            var command = try parsed(try ProcessArguments.checked())
            try StandardStreams.requireDescriptors()
            guard let waiting = command as? any AsyncParsableCommand else { return try command.run() }
            try StandardStreams.requireThreads()
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

    /// Parses the arguments.
    ///
    /// The subcommand parses its arguments directly, since parsing from the root adds a third to the time. Arguments
    /// that it rejects, and requests for help, are parsed from the root, which has the complete messages.
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

    /// Writes the error, and returns the exit code: 0 for help, 64 for a usage error, 1 for other errors.
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
        // A misspelled option often causes a missing argument, which the parser reports first.
        if !message.hasPrefix("Unknown option"), !message.hasPrefix("Missing value"),
            code == .validationFailure, let option = unknownOption(in: arguments)
        {
            message = "unknown option '\(option)'"
        }
        // The argument parser writes alternatives on separate lines.
        let lines = message.split(separator: "\n").map { $0.drop { $0 == " " } }
        if !message.isEmpty { Diagnostics.error(lines.joined(separator: " ").startingSmall) }
        if code == .validationFailure { Diagnostics.hint(Self.whereToLook(error)) }
        return code.rawValue
    }

    /// Returns the first unknown option.
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

    /// Returns a sentence that names the help of the command in a usage error.
    private static func whereToLook(_ error: any Error) -> String {
        let mark = "See '"
        let line = fullMessage(for: error).split(separator: "\n").last { $0.contains(mark) }
        guard let line, let start = line.firstRange(of: mark)?.upperBound else { return "see 'sealedpush --help'" }
        let command = line[start...].prefix { $0 != "'" }
        return "see '\(command)'"
    }
}

extension CommandConfiguration {
    /// Whether this is the configuration of the named command, and its arguments can be parsed without those of its
    /// parents.
    fileprivate func standsAlone(as name: String) -> Bool {
        _superCommandName != nil && isNamed(name)
    }

    /// Whether the name or an alias is `name`.
    fileprivate func isNamed(_ name: String) -> Bool {
        commandName == name || aliases.contains(name)
    }
}
