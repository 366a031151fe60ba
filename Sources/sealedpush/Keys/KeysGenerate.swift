import ArgumentParser
import KeyManagement

/// `sealedpush keys generate`: creates a keyring with one key.
struct KeysGenerate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Creates a keyring with one new key.",
        usage: "sealedpush keys generate <name> --role <role> [<options>]",
        discussion: """
            Writes NAME.jwks with the secret, readable only by its owner, and NAME.pub.jwks for the other side. A shared \
            key has no public half. Existing files are never overwritten.

              sealedpush keys generate phone --role device
              sealedpush keys generate bank --role provider
            """
    )

    @Argument(help: "The keyring's name.")
    var name: String

    @Option(
        help: ArgumentHelp("The key's role: device, provider or shared.", valueName: "role"),
        transform: ArgumentValues.role)
    var role: KeyRole

    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: KeyringOutput

    func run() throws {
        let directory = try keys.directory
        let keyring = try directory.generate(name, role: role)
        let endings = role == .shared ? ["jwks"] : ["jwks", "pub.jwks"]
        try output.write(keyring, files: endings.map { "\(directory.path)/\(name).\($0)" })
    }
}
