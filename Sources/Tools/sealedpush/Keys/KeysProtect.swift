import ArgumentParser
import KeyManagement

struct KeysProtect: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "protect",
        abstract: "Sets, changes or removes the passphrase of a keyring.",
        usage: "sealedpush keys protect <name> [--remove] [<options>]",
        discussion: """
            The passphrase is asked for twice on the terminal, or read from a file, never from an argument or the \
            environment. Deriving a key from it takes 256 MiB of memory, more than a notification service extension has, \
            so a device's keyring should have no passphrase.

              sealedpush keys protect bank
              sealedpush keys protect bank --remove
            """)

    @Argument(help: "The keyring's name.")
    var name: UTF8Text

    @Flag(help: "Remove the passphrase.")
    var remove = false

    @Option(file: "Read the new passphrase from this file instead of the terminal.")
    var newPassphraseFile: String?

    @OptionGroup var keys: KeyOptions

    func validate() throws {
        guard !remove || newPassphraseFile == nil else {
            throw ValidationError("--remove and --new-passphrase-file exclude each other")
        }
    }

    func run() throws {
        var new: Passphrase?
        try keys.change(name) { keyring in
            guard !remove else {
                guard keyring.isProtected else { throw Failure("keyring \(name) has no passphrase") }
                return keyring.removeProtection()
            }
            // Asked for after the current one, and once, if another process changes the keyring meanwhile.
            let passphrase = try new ?? newPassphrase()
            new = passphrase
            try keyring.protect(with: passphrase)
        }
        Diagnostics.hint(
            remove
                ? "keyring \(name) has no passphrase now"
                : "keyring \(name) now needs its passphrase, which cannot be recovered")
    }

    private func newPassphrase() throws -> Passphrase {
        try Passphrase.requireSupport()
        if let newPassphraseFile { return try Passphrase(file: newPassphraseFile, onWait: Diagnostics.hint) }
        do throws(KeyError) {
            return try PassphrasePrompt().askForNew("New passphrase: ")
        } catch  where error.code == .noTerminal {
            throw Failure(error, hints: ["--new-passphrase-file FILE reads the new passphrase from a file"])
        }
    }
}
