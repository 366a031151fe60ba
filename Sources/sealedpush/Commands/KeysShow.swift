import ArgumentParser
import KeyManagement
import StrictJSON

/// `sealedpush keys show`: shows the public properties of a keyring.
struct KeysShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows a keyring's role, ids, states and public keys; never a secret.",
        usage: "sealedpush keys show <name> [<options>]"
    )

    @Argument(help: "The keyring's name, or a path to its file.")
    var name: String

    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Show as JSON.")
    var json = false

    func run() throws {
        let keyring = try keys.keyring(name, isUsed: false)
        let target = output.target
        let report = KeyringReport(keyring: keyring)
        if json { return try target.write(report: .object(report.json)) }
        try target.write(report: report.lines(target.style).joined(separator: "\n"))
    }
}
