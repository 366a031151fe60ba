import ArgumentParser
import KeyManagement

/// The options for finding keyrings, by name in a folder or by path.
struct KeyOptions: ParsableArguments {
    @Option(
        name: .customLong("keys"),
        help: ArgumentHelp(
            "The folder of keyrings (default: $SEALEDPUSH_KEYS, else keys).", valueName: "dir"),
        completion: .directory)
    var folder: String?

    @Option(
        help: ArgumentHelp(
            "Read the passphrase of a protected keyring from this file instead of the terminal.", valueName: "file"),
        completion: .file())
    var passphraseFile: String?

    /// The source of passphrases.
    var passphrase: PassphraseInput { PassphraseInput(file: passphraseFile) }

    /// The folder from the arguments or the environment.
    var directory: KeyDirectory {
        get throws {
            KeyDirectory(try folder ?? ProcessArguments.keyFolder ?? "keys", passphrase: passphrase.source)
        }
    }

    /// Loads a keyring with its secrets; `isUsed` is false for a command that only shows it.
    func keyring(_ name: String, isUsed: Bool = true) throws -> Keyring {
        let keyring = try load(name, from: directory, isUsed: isUsed) { directory throws(KeyError) in
            try directory.keyring(name)
        }
        passphrase.warnIfUnused(on: keyring)
        return keyring
    }

    /// Loads the public half of a keyring for use; a shared keyring is loaded whole.
    func publicKeyring(_ name: String) throws -> Keyring {
        try load(name, from: directory, isUsed: true) { directory throws(KeyError) in try directory.publicKeyring(name)
        }
    }

    /// Loads a keyring; an error gets hints for a mistyped name or path.
    func load(
        _ name: String,
        from directory: KeyDirectory,
        isUsed: Bool,
        _ read: (KeyDirectory) throws(KeyError) -> Keyring
    ) throws -> Keyring {
        let keyring: Keyring
        do throws(KeyError) {
            keyring = try read(directory)
        } catch {
            throw Failure(error.code, error.reason, hints: hints(after: error, name))
        }
        if isUsed, keyring.isDemonstration {
            Diagnostics.demonstration(name)
        }
        return keyring
    }

    private func hints(after error: KeyError, _ name: String) -> [String] {
        if error.code == .notFound, !name.utf8.contains(UInt8(ascii: "/")), name.hasSuffix(".jwks") {
            return ["a keyring's name has no .jwks suffix; a path contains a slash, such as ./\(name)"]
        }
        if error.code == .notFound, name.utf8.contains(UInt8(ascii: "/")), !name.hasSuffix(".jwks") {
            return ["a path leads to the file itself, such as \(name).jwks"]
        }
        return Hints.after(error)
    }
}
