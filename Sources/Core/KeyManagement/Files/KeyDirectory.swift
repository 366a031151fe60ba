import CryptoPrimitives
public import Platform
import StrictJSON

/// A folder of keyrings: `NAME.jwks` is a keyring with secrets (mode 0600), or `NAME.pub.jwks` one of public keys alone.
///
/// Beside `NAME.jwks`, `NAME.pub.jwks` is an export of its public halves, written after it. `NAME.log` has the changes of the keys.
/// Any number of processes and threads may use one folder. Reading does not wait. A change waits only while another one is
/// written, 60 seconds at most.
public struct KeyDirectory: Sendable {
    package let path: String

    let passphrase: PassphraseSource?
    let onWait: WaitHandler?

    /// Names a folder, and the source of the passphrases of protected keyrings; nothing is read or asked yet.
    ///
    /// `onWait` is called when a change has waited for another process for a second.
    public init(_ path: String, passphrase: PassphraseSource? = nil, onWait: WaitHandler? = nil) {
        self.path = path
        self.passphrase = passphrase
        self.onWait = onWait
    }

    /// Loads the keyring of a name, or of a path where the argument holds a slash, with its secrets where it has any.
    ///
    /// - Throws: ``KeyError`` with `notFound`, `malformed`, `insecurePermissions` and others.
    ///
    /// A `Sealer` or `OpeningKeys` made of it follows later changes of the file, unless the keyring is changed in memory first.
    public func keyring(_ name: String) throws(KeyError) -> Keyring {
        let name = try KeyringName(name, in: path)
        return followed(try read(name).keyring(named: name.name, passphrase: passphrase), name)
    }

    /// Loads the public halves of the keyring of a name or a path, without a passphrase; a shared keyring is loaded whole.
    ///
    /// - Throws: ``KeyError`` as ``keyring(_:)`` does.
    public func publicKeyring(_ name: String) throws(KeyError) -> Keyring {
        let name = try KeyringName(name, in: path)
        return followed(try read(name).publicKeyring(named: name.name, passphrase: passphrase), name, isPublic: true)
    }

    /// Reads and examines the file of a keyring; throws `notFound` where there is none.
    func read(_ name: KeyringName) throws(KeyError) -> StoredKeyring {
        let file = try KeyFolder(name.folder).open(name)
        var stored = StoredKeyring(text: KeyringText(file.text), version: file.version)
        let set = try KeySetReader(file.text, name: name.name)
        if set.isSecret {
            try check(
                !file.path.hasByteSuffix(KeyringName.publicEnding), .unexpectedSecret,
                "\(file.path) is to hold public keys and holds a secret one; it may have leaked")
            try file.requireSecrecy(isPublished: set.isDemonstration && !set.isProtected)
        } else {
            try file.requireIntegrity()
        }
        stored.set = set
        return stored
    }

    /// Reads a keyring again, with the key that was derived from its passphrase; nil if its file has the known version.
    func reread(_ name: KeyringName, isPublic: Bool, unless known: Keyring) throws(KeyError) -> Keyring? {
        let stored = try read(name)
        guard stored.version != known.version else { return nil }
        let passphrase = passphrase?.whileFollowing
        let keyring =
            try isPublic
            ? stored.publicKeyring(named: name.name, passphrase: passphrase)
            : stored.keyring(named: name.name, passphrase: passphrase, known: known.protection)
        // The export stands for no keyring whose secrets are in use.
        try check(
            isPublic || keyring.isSecret || !known.isSecret, .notFound,
            "the file with the secrets of keyring \(known.name) is missing")
        return followed(keyring, name, isPublic: isPublic)
    }

    /// Whether a keyring that is missing was removed by a change, rather than moved away with its files or their folder.
    func isRemoved(_ name: KeyringName) -> Bool {
        (try? KeyFolder(name.folder).isRemoved(name)) ?? false
    }

    func followed(_ keyring: Keyring, _ name: KeyringName, isPublic: Bool = false) -> Keyring {
        var keyring = keyring
        keyring.origin = KeyringOrigin(place: .folder(self, name: name), isPublic: isPublic)
        return keyring
    }

    /// The names of the keyrings in the folder, sorted.
    ///
    /// - Throws: ``KeyError`` with `notFound` or `inputOutput`.
    public func names() throws(KeyError) -> [String] {
        // Names of keyrings are ASCII.
        Set(try KeyFolder(path).files().compactMap(KeyringName.name(of:))).sorted()  // bytes: as above
    }

    /// Removes the files of a keyring, those with its secrets too; its log stays, and records the removal.
    ///
    /// A process that is killed meanwhile leaves the whole keyring or none. A passphrase is not asked for. The disk may keep the
    /// blocks of a removed file until it uses them again.
    ///
    /// - Throws: ``KeyError`` with `notFound`, `invalidName`, `busy` or `inputOutput`.
    public func remove(_ name: String) throws(KeyError) {
        try check(delete(name, version: nil), .notFound, "there is no keyring \(name) in \(path)")
    }

    func delete(_ name: String, version: String?) throws(KeyError) -> Bool {
        let name = try KeyringName(stored: name, in: path)
        do throws(KeyError) {
            return try KeyFolder(path).delete(name, version: version, onWait: onWait)
        } catch  where error.code == .notFound {
            return false
        }
    }

    /// Makes a keyring with one new key and writes its files, in a new folder of mode 0700 if there is none; overwrites nothing.
    ///
    /// - Throws: ``KeyError`` with `invalidName`, `alreadyExists`, `inputOutput` or `unavailable`.
    @discardableResult
    public func generate(_ name: String, role: KeyRole, at now: Date = Date()) throws(KeyError) -> Keyring {
        try add(Keyring.generate(name: name, role: role, at: now))
    }

    /// Writes the files of a new keyring; nothing is ever overwritten.
    ///
    /// - Throws: ``KeyError`` as ``generate(_:role:at:)`` does.
    @discardableResult
    public func add(_ keyring: Keyring) throws(KeyError) -> Keyring {
        let name = try KeyringName(stored: keyring.name, in: path)
        let change = try KeyringChange(keyring, from: nil)
        try check(keep(change), .alreadyExists, "keyring \(keyring.name) exists and is not overwritten")
        var saved = keyring
        saved.unsavedEvents = []
        saved.version = change.text.version
        return followed(saved, name)
    }

    func keep(_ change: KeyringChange) throws(KeyError) -> Bool {
        let name = try KeyringName(stored: change.name, in: path)
        return try KeyFolder(making: path).keep(change, named: name, onWait: onWait)
    }

    /// Loads a keyring of a name or a path, changes it and keeps it; when the body throws, nothing is written.
    ///
    /// Retries with the newest keyring when another change was faster, so the body may run several times. Other processes do
    /// not wait while it runs, nor while a passphrase is asked for, which is done once.
    ///
    /// - Throws: ``KeyError`` as ``keyring(_:)`` does, with `wrongHalf` for a public file whose secret one is in the folder,
    ///   and the errors that the body throws.
    @discardableResult
    public func change<Result>(_ name: String, _ body: (inout Keyring) throws -> Result) throws -> Result {
        let name = try KeyringName(name, in: path)
        var known: Protection?
        while true {
            let stored = try read(name)
            var keyring = try stored.keyring(named: name.name, passphrase: passphrase, known: known)
            known = keyring.protection
            let result = try body(&keyring)
            let change = try KeyringChange(keyring, from: stored.version)
            if try KeyFolder(name.folder).keep(change, named: name, onWait: onWait) { return result }
        }
    }
}
