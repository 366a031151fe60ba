import StrictJSON

/// A keyring as a store keeps it.
public struct StoredKeyring: Sendable {
    /// The text.
    public let text: KeyringText
    /// A value that is different for different texts: a digest, or a count of all changes of the store.
    public let version: String
    /// The source of the passphrase, where the store has one.
    var passphrase: PassphraseSource?
    /// The source to read the keyring from again, of a store that can tell.
    var origin: KeyringOrigin?

    /// The keyring, if no passphrase protects it.
    package var keyring: Keyring { get throws(KeyError) { try keyring(named: "") } }

    /// Makes a keyring of its text and version.
    public init(text: KeyringText, version: String) {
        self.text = text
        self.version = version
    }

    /// The keyring, opened with the key that is known of its passphrase, or with the passphrase of the source.
    func keyring(named name: UTF8Text, known: Protection? = nil) throws(KeyError) -> Keyring {
        var keyring = try KeySetReader(text.memory, name: name).keyring(passphrase: passphrase, known: known)
        keyring.version = version
        keyring.origin = origin
        return keyring
    }

    /// The public halves of the keyring, for which no passphrase is asked; a shared keyring as a whole.
    func publicKeyring(named name: UTF8Text) throws(KeyError) -> Keyring {
        let set = try KeySetReader(text.memory, name: name)
        var keyring = try set.isProtected ? set.publicKeyring() : set.keyring()
        keyring = try keyring.role == .shared ? self.keyring(named: name) : keyring.publicHalf()
        keyring.version = version
        keyring.origin = origin?.ofPublicHalf
        return keyring
    }
}
