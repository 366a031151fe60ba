import ArgumentParser
import KeyManagement

/// `sealedpush keys revoke`: revokes a key.
struct KeysRevoke: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revokes a key permanently. Pushes sealed to or by it are refused with revokedKey.",
        usage: "sealedpush keys revoke <name> <key> [<options>]",
        discussion: """
              sealedpush keys revoke providers 652dfa9a
            """
    )

    @Argument(help: "The keyring's name, or a path to its file.")
    var name: String

    @Argument(help: "The key's id or thumbprint.")
    var key: String

    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Describe the keyring as JSON.")
    var json = false

    func run() throws {
        let now = WallClock.system.now
        let keyring = try keys.change(name) { keyring in
            try keyring.revoke(keyring.key(argument: key).thumbprint, at: now)
        }
        try output.target.write(keyring, asJSON: json)
        if keyring.isSecret, !keyring.keys.contains(where: { $0.state == .active }) {
            Diagnostics.hint("no key is active now; 'sealedpush keys rotate \(name)' creates one")
        }
    }
}
