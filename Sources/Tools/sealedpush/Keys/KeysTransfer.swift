import ArgumentParser
import KeyManagement
import Platform

struct KeysExport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes a key for other programs: its public half, or with --secret the secret one.",
        usage: "sealedpush keys export <name> [<key>] [<options>]",
        discussion: """
            The forms are jwk, pem (PKCS #8 and SPKI, as in OpenSSL) and raw (32 bytes, for a database column or PyNaCl). \
            A secret is written to a new file that only its owner can read, or to a pipe, never to a terminal.

              sealedpush keys export phone --form pem
              sealedpush keys export bank --secret --form pem -o bank.pem
            """)

    @Argument(help: "The keyring's name.")
    var name: UTF8Text

    @Argument(help: "The key's id or thumbprint (default: the primary key); -- before one that begins with a dash.")
    var key: String?

    @Option(
        help: "The form of the output: jwk, pem or raw (default: jwk).", completion: .form,
        transform: ArgumentValues.form)
    var form = KeyForm.jwk

    @Flag(help: "Write the secret half.")
    var secret = false

    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard secret || keys.passphraseFile == nil else { throw ValidationError("--passphrase-file needs --secret") }
    }

    func run() throws {
        let keyring = try secret ? keys.keyring(name) : keys.publicKeyring(name)
        let key = try key.map { try keyring.key(argument: $0) } ?? keyring.primary
        guard secret else {
            let text = try key.publicText(as: form)
            guard form == .raw, output.target.isTerminal else { return try output.target.write(bytes: text) }
            throw Failure("refused to write raw bytes to a terminal", hints: ["-o FILE"])
        }
        guard key.isSecret else {
            throw KeyError(.wrongHalf, "keyring \(name) holds only the public half of key \(key.id)")
        }
        let text = try key.text(as: form)
        if let path = output.target.path {
            return try text.withBytes { bytes throws(Failure) in try OutputFile(path: path).create(with: bytes) }
        }
        try Self.requirePrivateOutput()
        try text.write(to: STDOUT_FILENO, name: "standard output")
    }

    private static func requirePrivateOutput() throws(Failure) {
        let hints = ["-o FILE"]
        guard !Terminal.isOutput else { throw Failure("refused to write a secret to a terminal", hints: hints) }
        var metadata = stat()
        guard unsafe fstat(STDOUT_FILENO, &metadata) == 0, metadata.st_mode & S_IFMT == S_IFREG else { return }
        guard metadata.st_uid == geteuid(), metadata.st_mode & 0o077 == 0 else {
            let mode = "0" + String(metadata.st_mode & 0o777, radix: 8)
            throw Failure(
                "standard output is a file of mode \(mode), which others can read; expected 0600", hints: hints)
        }
    }
}

struct KeysImport: KeyringCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Imports keys: a JWK or JWK Set, PKCS #8 or SPKI in PEM, or 32 raw bytes.",
        usage: "sealedpush keys import <name> [<input>] --role <role> [<options>]",
        discussion: """
            Creates a keyring with the keys. If a keyring of public keys with this name exists, public keys are added to \
            it, and a newer version published by its owner updates it. Existing keys are never overwritten.

              sealedpush keys import bank bank.pem --role provider
              sealedpush keys import providers bank.pub.jwks --role provider
            """)

    enum RawHalf: String, CaseIterable, ExpressibleByArgument {
        case secret, `public`

        var half: KeyHalf { self == .secret ? .secret : .open }
    }

    @Argument(help: "The keyring's name.")
    var name: UTF8Text

    @Option(help: "The keys' role: device, provider or shared.", completion: .role, transform: ArgumentValues.role)
    var role: KeyRole

    @Option(help: ArgumentHelp("The input is 32 raw bytes: secret or public ones.", valueName: "half"))
    var raw: RawHalf?

    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: ReportOptions
    @OptionGroup var input: InputArgument

    func run() throws {
        let text = try InputSource(path: input.input, isSecret: true).reading { try KeyringText(reading: $0, name: $1) }
        let directory = try keys.directory
        let imported =
            if let raw {
                try Keyring(importingRaw: text, half: raw.half, name: name, role: role)
            } else {
                try Keyring(importing: text, name: name, role: role, passphrase: keys.passphrase) { ignored in
                    Diagnostics.warning("\(ignored.reason), and is ignored")
                }
            }
        keys.warnIfUnprotected(imported)
        try directory.requireOwnIDs(of: imported)
        let isThere = try directory.contains(name)
        if isThere, !imported.isSecret {
            try change(name) { try $0.pin(imported) }
        } else {
            try write(directory.add(imported))
        }
    }
}
