import ArgumentParser
import KeyManagement

struct KeysRestore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Merges a copy of the folder, such as a backup; no state moves back.",
        usage: "sealedpush keys restore <copy> [--published <file>] [<options>]",
        discussion: """
            Adds the keyrings, keys and secrets that are missing. A key that is retiring or revoked here or in the copy stays \
            so, and a keyring that was removed is not restored. With --published, what the published keyring of a provider \
            or device says of its keys is taken over as well, such as a revocation after the copy.

              sealedpush keys restore backup/keys --published bank.pub.jwks
            """)

    @Argument(help: "The folder of the copy.", completion: .directory)
    var copy: String

    @OptionGroup var published: PublishedOption
    @OptionGroup var keys: KeyOptions

    func run() throws {
        let source = KeyDirectory(copy, passphrase: keys.passphrase)
        let directory = try keys.directory
        let copies = try source.names().map { try keys.keyring($0, in: source) }
        let sets = try published.keyrings()
        for (file, set) in sets where !copies.contains(where: { $0.isRelated(to: set) }) {
            throw Failure("no keyring of \(copy) has a key of \(file)")
        }
        var failures: [Failure] = []
        for copy in copies {
            do {
                let related = sets.map(\.keyring).filter(copy.isRelated)
                try directory.restore(copy, published: related.first)
                for set in related.dropFirst() { try directory.restore(copy, published: set) }
                Diagnostics.hint("keyring \(copy.name) is restored; its former states are not")
                try directory.keyring(copy.name).warnIfInactive()
            } catch {
                // The others are restored nevertheless.
                guard let failure = Failure(error) else { throw error }
                failures.append(failure)
            }
        }
        failures.dropLast().forEach(Diagnostics.report)
        if let last = failures.last { throw last }
    }
}

struct PublishedOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A published keyring, as the other side has it; may be repeated. No key is to be behind it.",
            valueName: "file"),
        completion: .file())
    var published: [String] = []

    func keyrings() throws -> [(file: String, keyring: Keyring)] {
        try published.map { file in
            let text = try InputSource(path: file).reading { try KeyringText(reading: $0, name: $1) }
            return (file, try Keyring(text, name: UTF8Text(file)))
        }
    }
}
