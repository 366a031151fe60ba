import KeyManagement
import Synchronization

/// The source of passphrases for protected keyrings: a file, otherwise the terminal.
struct PassphraseInput {
    let file: String?

    /// Warns if a passphrase file is given for a keyring that has no passphrase.
    func warnIfUnused(on keyring: Keyring) {
        guard file != nil, !keyring.isProtected else { return }
        Diagnostics.warning("keyring \(keyring.name) has no passphrase, so --passphrase-file is not used")
    }

    /// The passphrase source.
    ///
    /// It asks only for a protected keyring, and once for each.
    ///
    /// The passphrase file is registered as an input, so that no output of this run replaces it.
    var source: PassphraseSource {
        if let file { InputFiles.insert(FileIdentity(path: file)) }
        let known = KnownPassphrases()
        return { name throws(KeyError) in
            if let passphrase = known.byName.withLock({ $0[Array(name.utf8)] }) { return passphrase }
            let shown = name.showingControls(keepingLineFeeds: false)
            let passphrase =
                if let file { try Passphrase(file: file) } else {
                    try PassphrasePrompt().ask("Passphrase of keyring \(shown): ")
                }
            known.byName.withLock { $0[Array(name.utf8)] = passphrase }
            return passphrase
        }
    }
}

/// The passphrases entered in this run.
private final class KnownPassphrases: Sendable {
    let byName = Mutex<[[UInt8]: Passphrase]>([:])
}
