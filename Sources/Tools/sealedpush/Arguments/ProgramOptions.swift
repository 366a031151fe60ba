#if canImport(ExtensionHost)
import ArgumentParser
import Conformance

/// The programs that take the place of a half in `sealedpush roundtrip`.
struct ProgramOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Seal with this program, by Documentation/harness-protocol.md.", valueName: "command"),
        completion: .file())
    var sealer: String?

    @Option(help: ArgumentHelp("Open with this program.", valueName: "command"), completion: .file())
    var opener: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The time for each answer of a program (default: 30); needs --sealer or --opener.", valueName: "seconds"),
        transform: ArgumentValues.seconds)
    var timeLimit: Duration?

    func validate() throws {
        for (option, command) in [("--sealer", sealer), ("--opener", opener)] where command?.isEmpty == true {
            throw ValidationError("\(option) expects a command")
        }
        guard let timeLimit else { return }
        guard sealer != nil || opener != nil else { throw ValidationError("--time-limit needs --sealer or --opener") }
        guard (.seconds(1)...(.seconds(3600))).contains(timeLimit) else {
            throw ValidationError("--time-limit takes 1 to 3600 seconds")
        }
    }

    /// The programs; a signal that ends the tool ends them too.
    var programs: (sealer: HalfProgram?, opener: HalfProgram?) {
        func program(_ half: HalfProgram.Half, _ command: String?) -> HalfProgram? {
            command.map { HalfProgram(half, $0, timeLimit: timeLimit ?? .seconds(30)) }
        }
        if sealer != nil || opener != nil { Interruption.endProgramsAtEnd() }
        return (program(.sealer, sealer), program(.opener, opener))
    }
}
#endif
