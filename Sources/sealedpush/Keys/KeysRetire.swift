import ArgumentParser
import KeyManagement

/// `sealedpush keys retire`: retires a key, or erases the secrets of ended keys.
struct KeysRetire: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retire",
        abstract: "Retires a key; it opens and verifies until its grace ends.",
        usage: "sealedpush keys retire <name> [<key>] [<options>]",
        discussion: """
            With --erase-ended, the secrets of keys that are revoked or whose grace has ended are erased permanently.

              sealedpush keys retire providers 652dfa9a --grace 1d
              sealedpush keys retire phone --erase-ended
            """
    )

    @Argument(help: "The keyring's name, or a path to its file.")
    var name: String

    @Argument(help: "The key's id or thumbprint.")
    var key: String?

    @OptionGroup var grace: GraceOption

    @Flag(help: "Erase the secrets of keys that have ended.")
    var eraseEnded = false

    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Describe the keyring as JSON.")
    var json = false

    func validate() throws {
        guard (key == nil) == eraseEnded else { throw ValidationError("expected one key or --erase-ended") }
    }

    func run() throws {
        let now = WallClock.system.now
        var erased: [KeyID] = []
        let keyring = try keys.change(name) { keyring in
            if let key {
                try keyring.retire(keyring.key(argument: key).thumbprint, grace: grace.grace, at: now)
            } else {
                let secrets = keyring.keys.filter(\.isSecret)
                try keyring.eraseEndedSecrets(at: now)
                let kept = Set(keyring.keys.filter(\.isSecret).map(\.thumbprint))
                erased = secrets.filter { !kept.contains($0.thumbprint) }.map(\.id)
            }
        }
        try output.target.write(KeyringReport(keyring: keyring, erased: eraseEnded ? erased : nil), asJSON: json)
    }
}
