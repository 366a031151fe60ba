import ArgumentParser
import Glibc
import KeyManagement

/// `sealedpush keys export`: a key for other programs.
struct KeysExport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes a key for other programs: its public half, or with --secret the secret one.",
        usage: "sealedpush keys export <name> [<key>] [<options>]",
        discussion: """
            The forms are jwk, pem (PKCS #8 and SPKI, as OpenSSL has them) and raw (32 bytes, as a database column or \
            PyNaCl has them). A secret goes to a new file for its owner only, or down a pipe, never to a terminal.

              sealedpush keys export phone --form pem
              sealedpush keys export bank --secret --form pem -o bank.pem
            """
    )

    @Argument(help: "The keyring's name, or a path to its file.")
    var name: String

    @Argument(help: "The key's id or thumbprint; the primary one where there is none.")
    var key: String?

    @Option(
        help: ArgumentHelp("jwk, pem or raw.", valueName: "form"), transform: ArgumentValues.form)
    var form = KeyForm.jwk

    @Flag(help: "Write the secret half.")
    var secret = false

    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let keyring = try secret ? keys.keyring(name, isUsed: false) : keys.publicKeyring(name)
        let key = try key.map { try keyring.key(argument: $0) } ?? keyring.primary
        guard secret else {
            let text = try key.publicText(as: form)
            guard form == .raw, output.target.isTerminal else { return try output.target.write(bytes: text) }
            throw Failure("raw bytes do not go to a terminal", hints: ["-o FILE writes them to a file"])
        }
        guard key.isSecret else {
            throw KeyError(.wrongHalf, "keyring \(name) holds only the public half of key \(key.id)")
        }
        let text = try key.text(as: form)
        if let path = output.target.path { return try text.write(newFile: path) }
        guard !output.target.isTerminal else {
            throw Failure("a secret does not go to a terminal", hints: ["-o FILE writes it to a file of yours alone"])
        }
        try text.write(to: STDOUT_FILENO, name: "standard output")
    }
}
