import KeyManagement
import Synchronization

/// Where the passphrases of protected keyrings come from: a file, or else the terminal.
struct PassphraseInput {
    let file: String?

    /// Says that the file was named for nothing, since a keyring opens without.
    func warnIfUnused(on keyring: Keyring) {
        guard file != nil, !keyring.isProtected else { return }
        Diagnostics.warning("keyring \(keyring.name) has no passphrase, so --passphrase-file is not used")
    }

    /// Asks only when a keyring turns out to be protected, and once for each.
    ///
    /// No output of this run replaces the file, whether or not it is read.
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

/// The passphrases that were given in this run.
private final class KnownPassphrases: Sendable {
    let byName = Mutex<[[UInt8]: Passphrase]>([:])
}
