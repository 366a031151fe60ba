import ArgumentParser
import KeyManagement
import StrictJSON

/// `sealedpush keys import`: imports keys of other programs or of the other side.
struct KeysImport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Imports keys: a JWK or JWK Set, PKCS #8 or SPKI in PEM, or 32 raw bytes.",
        usage: "sealedpush keys import <name> [<input>] --role <role> [<options>]",
        discussion: """
            Creates a keyring with the keys. If a keyring of public keys with this name exists, public keys are added to \
            it, and a newer version published by its owner updates it. Existing keys are never overwritten.

              sealedpush keys import bank bank.pem --role provider
              sealedpush keys import providers bank.pub.jwks --role provider
            """
    )

    /// The half that raw bytes contain.
    enum RawHalf: String, CaseIterable, ExpressibleByArgument {
        case secret, `public`

        var half: KeyHalf { self == .secret ? .secret : .open }
    }

    @Argument(help: "The keyring's name.")
    var name: String

    @Argument(help: "The file with the keys; - or nothing for standard input.", completion: .file())
    var input: String?

    @Option(
        help: ArgumentHelp("The keys' role: device, provider or shared.", valueName: "role"),
        transform: ArgumentValues.role)
    var role: KeyRole

    @Option(help: ArgumentHelp("The input is 32 raw bytes: secret or public ones.", valueName: "half"))
    var raw: RawHalf?

    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Describe the keyring as JSON.")
    var json = false

    func run() throws {
        let now = WallClock.system.now
        let text = try read()
        let directory = try keys.directory
        let imported =
            if let raw {
                try Keyring(importingRaw: text, half: raw.half, name: name, role: role, at: now)
            } else {
                try Keyring(
                    importing: text, name: name, role: role, passphrase: keys.passphrase.source, at: now)
            }
        let isThere = try directory.contains(name)
        let keyring =
            isThere && !imported.isSecret
            ? try keys.change(name) { try $0.pin(imported, at: now) }
            : try directory.add(imported)
        try output.target.write(keyring, asJSON: json)
    }

    private func read() throws -> KeyringText {
        try InputSource(path: input, isSecret: true).reading { descriptor, name throws(Failure) in
            Result { try KeyringText(reading: descriptor, name: name) }
        }.get()
    }
}
