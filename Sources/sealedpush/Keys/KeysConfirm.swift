import ArgumentParser
import KeyManagement

/// `sealedpush keys confirm`: the last step of an enrolment, on the provider.
struct KeysConfirm: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm",
        abstract: "Enrolment, step 4 on the provider: checks the answer and activates the key.",
        usage: "sealedpush keys confirm <registration> [<options>] [<input>]",
        discussion: """
            The active keys retire. An answer that is replayed, late, or to another challenge is refused.

              sealedpush keys confirm jane answer.json
            """
    )

    @Argument(help: "The registration: a keyring of one device's public keys.")
    var registration: String

    @OptionGroup var grace: GraceOption
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var input: MessageArgument

    @Flag(help: "Describe the keyring as JSON.")
    var json = false

    func run() throws {
        let answer = try KeyAnswer(parsing: input.read())
        let keyring = try keys.change(registration) { keyring in
            try keyring.confirm(answer, grace: grace.grace, at: WallClock.system.now)
        }
        try output.target.write(keyring, asJSON: json)
    }
}
