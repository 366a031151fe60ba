import CryptoPrimitives
public import Platform
import StrictJSON

/// A folder of keyrings: `NAME.jwks` holds secrets (mode 0600), `NAME.pub.jwks` the public halves, `NAME.log` the changes of
/// the keys.
///
/// Any number of processes and threads may use one folder. Reading does not wait; a change waits for another, 60 seconds at most.
public struct KeyDirectory: Sendable {
    package let path: String

    let passphrase: PassphraseSource?

    /// Names a folder, and the source of the passphrases of protected keyrings; nothing is read or asked yet.
    public init(_ path: String, passphrase: PassphraseSource? = nil) {
        self.path = path
        self.passphrase = passphrase
    }

    /// Loads the keyring of a name, or of a path where the argument holds a slash, with its secrets where it has any.
    ///
    /// - Throws: ``KeyError`` with `notFound`, `malformed`, `insecurePermissions` and others.
    ///
    /// A `Sealer` or `OpeningKeys` made of it follows later changes of the files, unless the keyring is changed in memory first.
    public func keyring(_ name: String) throws(KeyError) -> Keyring {
        try read(name, isPublic: false)
    }

    /// Loads the keyring of a name or a path, preferring the public halves where both files are there.
    ///
    /// - Throws: ``KeyError`` as ``keyring(_:)`` does.
    public func publicKeyring(_ name: String) throws(KeyError) -> Keyring {
        try read(name, isPublic: true)
    }

    private func read(_ text: String, isPublic: Bool) throws(KeyError) -> Keyring {
        let name = try KeyringName(text, in: path)
        let folder = try KeyFolder(name.folder)
        return try followed(
            folder.read(name, isPublicPreferred: isPublic, passphrase: passphrase).keyring, text, isPublic: isPublic)
    }

    /// Reads a keyring again; nil if its file has the known version.
    func reread(_ text: String, isPublic: Bool, unless known: Keyring) throws(KeyError) -> Keyring? {
        let name = try KeyringName(text, in: path)
        let keyring = try KeyFolder(name.folder).reread(
            name, isPublicPreferred: isPublic, unless: known, passphrase: passphrase?.whileFollowing)
        guard let keyring else { return nil }
        // The public file stands for no keyring whose secrets are in use.
        try check(
            isPublic || keyring.isSecret || !known.isSecret, .notFound,
            "the file with the secrets of keyring \(known.name) is missing")
        return try followed(keyring, text, isPublic: isPublic)
    }

    /// Whether a keyring that is missing was removed by a change, rather than moved away with its files or their folder.
    func isRemoved(_ text: String) -> Bool {
        do throws(KeyError) {
            let name = try KeyringName(text, in: path)
            return try KeyFolder(name.folder).isRemoved(name)
        } catch {
            return false
        }
    }

    func followed(_ keyring: Keyring, _ name: String, isPublic: Bool) throws(KeyError) -> Keyring {
        var keyring = keyring
        keyring.origin = KeyringOrigin(place: .folder(self, name: name))
        return isPublic && keyring.role != .shared ? try keyring.publicHalf() : keyring
    }

    /// The names of the keyrings in the folder, sorted.
    ///
    /// - Throws: ``KeyError`` with `notFound` or `inputOutput`.
    public func names() throws(KeyError) -> [String] {
        let folder = try KeyFolder(path)
        var names: Set<String> = []  // bytes: names of keyrings are ASCII
        for file in try folder.files() {
            guard let name = KeyringName.name(of: file), !names.contains(name) else { continue }  // bytes: as above
            // A file that cannot be read does not hide the others; reading its keyring says why.
            if (try? folder.hasKeyring(KeyringName(stored: name, in: path))) != false { names.insert(name) }
        }
        return names.sorted()
    }

    /// Removes the files of a keyring, those with its secrets too; its log stays, and records the removal.
    ///
    /// All files are removed or none, also when the process is killed in between. A passphrase is not asked for. The disk may
    /// keep the blocks of a removed file until it uses them again.
    ///
    /// - Throws: ``KeyError`` with `notFound`, `invalidName`, `busy` or `inputOutput`.
    public func remove(_ name: String) throws(KeyError) {
        let name = try KeyringName(stored: name, in: path)
        let folder = try KeyFolder(path)
        try check(folder.remove(name) { _ in true }, .notFound, "there is no keyring \(name.name) in \(path)")
    }

    /// Makes a keyring with one new key and writes its files, in a new folder of mode 0700 if there is none; overwrites nothing.
    ///
    /// - Throws: ``KeyError`` with `invalidName`, `alreadyExists`, `inputOutput` or `unavailable`; then no file is left.
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
        let folder = try KeyFolder(making: path)
        let lock = try FolderLock(on: folder)
        defer { extendLifetime(lock) }
        try folder.recover(name)
        for file in [name.secretFile, name.publicFile] where try folder.contains(file) {
            throw KeyError(.alreadyExists, "\(folder.path(of: file)) exists and is not overwritten")
        }
        try folder.write(keyring, named: name, isNew: true)
        var saved = keyring
        saved.unsavedEvents = []
        return try followed(saved, keyring.name, isPublic: false)
    }

    /// Loads a keyring of a name or a path, changes it and writes it, while no other process changes one of the folder.
    ///
    /// The files and the log change together or not at all, also when the process is killed. When the body throws, nothing is
    /// written. Other processes do not wait while a passphrase is asked for.
    ///
    /// - Throws: ``KeyError`` as ``keyring(_:)`` does, with `wrongHalf` for a public file whose secret one is in the folder,
    ///   and the errors that the body throws.
    @discardableResult
    public func change<Result>(_ name: String, _ body: (inout Keyring) throws -> Result) throws -> Result {
        let name = try KeyringName(name, in: path)
        let folder = try KeyFolder(name.folder)
        if let result = try folder.change(name, passphrase: nil, body) { return result }
        guard let passphrase else { throw KeyError(lockedKeyring: name.name) }
        // The lock is free meanwhile: a person may take minutes.
        let answer = PassphraseSource(try passphrase.passphrase(of: name.name))
        guard let result = try folder.change(name, passphrase: answer, body) else {
            throw KeyError(lockedKeyring: name.name)
        }
        return result
    }
}
