public import StrictJSON

/// A folder of keyrings: `NAME.jwks` is a keyring with secrets (mode 0600), or `NAME.pub.jwks` one of public keys alone.
///
/// Beside `NAME.jwks`, `NAME.pub.jwks` is an export of its public halves, written after it. `NAME.log` has the changes of the keys.
/// Any number of processes and threads may use one folder. Reading does not wait. A change waits only while another one is
/// written, about 60 seconds at most. A new folder has mode 0700.
public struct KeyDirectory: SynchronousKeyStore {
    package let path: String

    private let passphrase: PassphraseSource?
    private let onWait: (@Sendable (String) -> Void)?

    /// Names a folder, and the source of the passphrases of protected keyrings; nothing is read or asked yet.
    ///
    /// `onWait` is called with a line of text when a change has waited for another process for a second.
    public init(_ path: String, passphrase: PassphraseSource? = nil, onWait: (@Sendable (String) -> Void)? = nil) {
        self.path = path
        self.passphrase = passphrase
        self.onWait = onWait
    }

    /// Reads and examines the file of a keyring; throws `notFound` where there is none.
    private func read(_ name: KeyringName) throws(KeyError) -> StoredKeyring {
        let file = try KeyFolder(name.folder).open(name)
        let set = try KeySetReader(file.text, name: name.name)
        try check(
            !set.isSecret || !file.path.hasByteSuffix(KeyringName.publicEnding), .unexpectedSecret,
            "\(file.path) is to hold public keys and holds a secret one; it may have leaked")
        try file.requireSafety(isSecret: set.isSecret)
        var stored = StoredKeyring(text: KeyringText(file.text), version: file.version)
        stored.passphrase = passphrase
        stored.origin = KeyringOrigin(.folder(self), name: name.name)
        return stored
    }

    /// Whether a keyring that is missing was removed by a change, rather than moved away with its files or their folder.
    func isRemoved(_ name: UTF8Text) -> Bool {
        (try? log(of: KeyringName(name, in: path)).last == .some(nil)) ?? false
    }

    /// The events in the log of a keyring, nil for its removal.
    func log(of name: KeyringName) throws(KeyError) -> [KeyEvent?] {
        try existing { () throws(KeyError) in try KeyFolder(name.folder).log(of: name) } ?? []
    }

    /// The reasons why the next change of a keyring would fail, or the published file is not that of the keyring.
    package func problems(of keyring: Keyring, isSecret: Bool) throws(KeyError) -> [String] {
        try KeyFolder(path).problems(
            of: keyring, named: KeyringName(keyring.name, in: path), isSecret: isSecret)
    }

    /// The names of the keyrings in the folder, sorted.
    ///
    /// - Throws: ``KeyError`` with `notFound` or `inputOutput`.
    public func names() throws(KeyError) -> [UTF8Text] {
        Set(try KeyFolder(path).files().compactMap(KeyringName.name(of:))).sorted()
    }

    /// The text of the file of a keyring, with its SHA-256 as the version; nil where there is none of that name.
    ///
    /// - Throws: ``KeyError`` as ``SynchronousKeyStore/keyring(_:)`` does, and with `invalidName` for a path.
    public func stored(_ name: UTF8Text) throws(KeyError) -> StoredKeyring? {
        let name = try KeyringName(name, in: path)
        return try existing { () throws(KeyError) in try read(name) }
    }

    /// Writes the files of a keyring if it has the version that the change was made from, or is new; overwrites nothing else.
    ///
    /// - Throws: ``KeyError`` with `invalidName`, `busy` or `inputOutput`; the reason says if the change was made nevertheless.
    public func keep(_ change: KeyringChange) throws(KeyError) -> Bool {
        let name = try KeyringName(change.name, in: path)
        return try existing { () throws(KeyError) in
            let folder = change.version == nil ? try KeyFolder(making: path) : try KeyFolder(path)
            return try folder.keep(change, named: name, onWait: onWait)
        } ?? false
    }

    /// Removes the files of a keyring, those with its secrets too; its log stays, and records the removal.
    ///
    /// A process that is killed meanwhile leaves the whole keyring or none. The disk may keep the blocks of a removed file until it
    /// uses them again.
    ///
    /// - Throws: ``KeyError`` with `invalidName`, `busy` or `inputOutput`.
    public func delete(_ name: UTF8Text, version: String?) throws(KeyError) -> Bool {
        let name = try KeyringName(name, in: path)
        return try existing { () throws(KeyError) in
            try KeyFolder(path).delete(name, version: version, onWait: onWait)
        } ?? false
    }

    private func existing<Result>(_ body: () throws(KeyError) -> Result) throws(KeyError) -> Result? {
        do throws(KeyError) {
            return try body()
        } catch  where error.code == .notFound {
            return nil
        }
    }
}
