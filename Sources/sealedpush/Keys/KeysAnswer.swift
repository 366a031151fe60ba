import ArgumentParser
import KeyManagement

/// `sealedpush keys answer`: the third step of an enrolment, on the device.
struct KeysAnswer: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer",
        abstract: "Enrolment, step 3 on the device: opens the challenge and answers it.",
        usage: "sealedpush keys answer <name> [--from <key>] [<options>] [<input>]",
        discussion: """
            With --from, a challenge that the pinned provider did not authenticate is refused.

              sealedpush keys answer phone --from bank challenge.json > answer.json
            """
    )

    @Argument(help: "The device's keyring.")
    var name: String

    @Option(help: ArgumentHelp("The keyring of the pinned provider.", valueName: "key"))
    var from: String?

    @OptionGroup var binding: EnrolmentOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var input: MessageArgument

    func run() throws {
        let challenge = try KeyChallenge(parsing: input.read())
        let pinned = try from.map { try keys.publicKeyring($0) }
        let answer = try keys.keyring(name).answer(
            challenge, from: pinned, context: binding.context, at: WallClock.system.now)
        try output.target.write(message: answer.serialized())
    }
}
