import ArgumentParser
import KeyManagement

/// `sealedpush keys offer`: the first step of an enrolment, on the device.
struct KeysOffer: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "offer",
        abstract: "Enrolment, step 1 on the device: offers its public key.",
        usage: "sealedpush keys offer <name> [<options>]",
        discussion: """
            The complete enrolment, with files or pipes:

              sealedpush keys offer phone > offer.json
              sealedpush keys challenge jane --from bank offer.json > challenge.json
              sealedpush keys answer phone --from bank challenge.json > answer.json
              sealedpush keys confirm jane answer.json
            """
    )

    @Argument(help: "The device's keyring.")
    var name: String

    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        try output.target.write(message: keys.keyring(name).offer().serialized())
    }
}
