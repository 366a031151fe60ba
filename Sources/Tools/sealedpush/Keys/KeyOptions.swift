import ArgumentParser
import KeyManagement
import Platform
import StrictJSON
import Synchronization

// A group of options has no group as a member: in a debug build, ArgumentParser validates the members of a group about five
// times for each level above them.

extension ArgumentHelp {
    /// The help of `--keys`.
    fileprivate static let folder = ArgumentHelp(
        "The folder of keyrings (default: $SEALEDPUSH_KEYS, else keys).", valueName: "dir")
}

/// The folder in which keyrings are found by name, for commands that need no passphrase.
struct FolderOption: ParsableArguments {
    @Option(name: .customLong("keys"), help: .folder, completion: .directory)
    var folder: String?

    var directory: KeyDirectory {
        get throws { try KeyDirectory(option: folder) }
    }
}

/// The options for finding keyrings, by name in a folder, and their passphrases.
struct KeyOptions: ParsableArguments {
    @Option(name: .customLong("keys"), help: .folder, completion: .directory)
    var folder: String?

    @Option(file: "Read the passphrase of a protected keyring from this file instead of the terminal.")
    var passphraseFile: String?

    var directory: KeyDirectory {
        get throws { try KeyDirectory(option: folder, passphrase: passphrase) }
    }

    /// The passphrases in the file, which no output of this run replaces, or from the terminal, which asks once for each
    /// keyring.
    ///
    /// A regular file is read each time, since its content changes with the passphrase; a pipe can be read once only.
    var passphrase: PassphraseSource {
        let file = passphraseFile
        if let file {
            InputFiles.insert(path: file)
            if Self.isRegular(file) { return .file(file) }
        }
        let known = Mutex<[[UInt8]: Passphrase]>([:])
        return .closure { name in
            // A pipe has one passphrase for all keyrings.
            let key = file == nil ? Array(name.utf8) : []
            if let passphrase = known.withLock({ $0[key] }) { return passphrase }
            let passphrase =
                if let file { try Passphrase(file: file, onWait: Diagnostics.hint) } else {
                    try PassphrasePrompt().ask("Passphrase of keyring \(name.showingControls()): ")
                }
            known.withLock { $0[key] = passphrase }
            return passphrase
        }
    }

    private static func isRegular(_ path: String) -> Bool {
        var metadata = stat()
        return unsafe stat(path, &metadata) == 0 && metadata.st_mode & S_IFMT == S_IFREG
    }

    /// Loads a keyring with its secrets.
    func keyring(_ name: UTF8Text, in directory: KeyDirectory? = nil) throws -> Keyring {
        let keyring = try (directory ?? self.directory).keyring(name)
        warnIfUnprotected(keyring)
        return keyring
    }

    func warnIfUnprotected(_ keyring: Keyring) {
        guard passphraseFile != nil, !keyring.isProtected else { return }
        Diagnostics.warning("keyring \(keyring.name) has no passphrase, so --passphrase-file is not used")
    }

    /// Loads the public half of a keyring; a shared keyring is loaded whole.
    func publicKeyring(_ name: UTF8Text, in directory: KeyDirectory? = nil) throws -> Keyring {
        try (directory ?? self.directory).publicKeyring(name)
    }

    /// Changes a keyring of the folder, and returns the result of the body.
    func change<Result>(
        _ name: UTF8Text, in directory: KeyDirectory? = nil, _ body: (inout Keyring) throws -> Result
    ) throws -> Result {
        try (directory ?? self.directory).change(name) { keyring in
            warnIfUnprotected(keyring)
            return try body(&keyring)
        }
    }
}

extension KeyDirectory {
    /// The folder that an option names, otherwise the environment's, otherwise `keys`.
    init(option: String?, passphrase: PassphraseSource? = nil) throws {
        self.init(
            try option ?? ProcessArguments.keyFolder ?? "keys", passphrase: passphrase, onWait: Diagnostics.hint)
    }
}
