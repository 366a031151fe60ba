import CryptoPrimitives
import StrictJSON

/// A folder of keyrings: `NAME.jwks` holds secrets (mode 0600), `NAME.pub.jwks` the public halves, `NAME.log` what was
/// done to the keys.
///
/// Any number of processes and threads may read and change the keyrings of one folder at once. Reading does not wait. A change
/// waits for another change, 60 seconds at most.
public struct KeyDirectory: Sendable {
    /// The folder's path.
    public let path: String

    private let passphrase: PassphraseSource?

    /// Names a folder, and the source of the passphrases of protected keyrings; nothing is read or asked yet.
    public init(_ path: String, passphrase: PassphraseSource? = nil) {
        self.path = path
        self.passphrase = passphrase
    }

    /// Loads the keyring of a name, or of a path where the argument holds a slash, with its secrets where it has any.
    ///
    /// - Throws: ``KeyError`` with `notFound`, `malformed`, `insecurePermissions` and others.
    public func keyring(_ name: String) throws(KeyError) -> Keyring {
        let name = try KeyringName(name, in: path)
        return try read(name, preferring: [name.secretFile, name.publicFile]).keyring
    }

    /// Loads the keyring of a name or a path, preferring the public halves where both files are there.
    ///
    /// - Throws: ``KeyError`` as ``keyring(_:)`` does.
    public func publicKeyring(_ name: String) throws(KeyError) -> Keyring {
        let name = try KeyringName(name, in: path)
        let keyring = try read(name, preferring: [name.publicFile, name.secretFile]).keyring
        return keyring.role == .shared ? keyring : try keyring.publicHalf()
    }

    /// The names of the keyrings in the folder, sorted.
    ///
    /// - Throws: ``KeyError`` with `notFound` or `inputOutput`.
    public func names() throws(KeyError) -> [String] {
        Set(try KeyFolder(path).files().compactMap(KeyringName.name(of:))).sorted()
    }

    /// Makes a keyring with one new key and writes its files; nothing is ever overwritten.
    ///
    /// The folder is made with mode 0700 if it is not there.
    ///
    /// - Throws: ``KeyError`` with `invalidName`, `alreadyExists`, `inputOutput` or `unavailable`; then no file is left.
    @discardableResult
    public func generate(_ name: String, role: KeyRole, clock: WallClock = .system) throws(KeyError) -> Keyring {
        try add(Keyring.generate(name: name, role: role, clock: clock))
    }

    /// Writes the files of a new keyring; nothing is ever overwritten.
    ///
    /// - Throws: ``KeyError`` as ``generate(_:role:clock:)`` does.
    @discardableResult
    public func add(_ keyring: Keyring) throws(KeyError) -> Keyring {
        let name = try KeyringName(newKeyring: keyring.name, in: path)
        let folder = try KeyFolder(making: path)
        let lock = try FolderLock(on: folder)
        defer { extendLifetime(lock) }
        try folder.recover(name)
        for file in [name.secretFile, name.publicFile] where try folder.contains(file) {
            throw KeyError(.alreadyExists, "\(folder.path(of: file)) exists and is not overwritten")
        }
        try write(keyring, named: name, to: folder, isNew: true)
        return keyring
    }

    /// Loads a keyring of a name or a path, changes it and writes it, while no other process changes one of the folder.
    ///
    /// The files of the keyring change together or not at all, also when the process is killed on the way; the log tells
    /// of a change exactly if it happened. When the body throws, nothing is written. Other processes do not wait while a
    /// passphrase is asked for.
    ///
    /// - Throws: ``KeyError`` as ``keyring(_:)`` does, with `wrongHalf` for a public file whose secret one lies beside it,
    ///   and the errors that the body throws.
    @discardableResult
    public func change<Result>(_ name: String, _ body: (inout Keyring) throws -> Result) throws -> Result {
        let name = try KeyringName(name, in: path)
        let folder = try KeyFolder(name.folder)
        if let result = try KeyDirectory(path).changeIfOpen(name, in: folder, body) { return result }
        guard let passphrase else { throw KeyError(lockedKeyring: name.name) }
        // The lock is free meanwhile: a person may take minutes.
        let answer = try passphrase(name.name)
        let opened = KeyDirectory(path) { _ throws(KeyError) in answer }
        guard let result = try opened.changeIfOpen(name, in: folder, body) else {
            throw KeyError(lockedKeyring: name.name)
        }
        return result
    }

    /// Changes a keyring while no other process changes one of the folder, or returns nil where a passphrase is missing.
    private func changeIfOpen<Result>(
        _ name: KeyringName,
        in folder: borrowing KeyFolder,
        _ body: (inout Keyring) throws -> Result
    ) throws -> Result? {
        let lock = try FolderLock(on: folder)
        defer { extendLifetime(lock) }
        try folder.recover(name)
        guard var keyring = try keyringIfOpen(name, in: folder) else { return nil }
        let result = try body(&keyring)
        try write(keyring, named: name, to: folder)
        return result
    }

    /// Reads a keyring, or returns nil where a passphrase is missing.
    private func keyringIfOpen(_ name: KeyringName, in folder: borrowing KeyFolder) throws(KeyError) -> Keyring? {
        do throws(KeyError) {
            return try read(name, preferring: [name.secretFile, name.publicFile], in: folder).keyring
        } catch  where error.code == .locked {
            return nil
        }
    }

    /// Writes a keyring's files in place of the ones that are there.
    func write(
        _ keyring: Keyring,
        named name: KeyringName,
        to folder: borrowing KeyFolder,
        isNew: Bool = false
    ) throws(KeyError) {
        if !keyring.isSecret, name.otherFile == nil, try folder.contains(name.secretFile) {
            throw KeyError(
                .wrongHalf,
                "\(folder.path(of: name.publicFile)) is the public half of \(folder.path(of: name.secretFile)); "
                    + "change that keyring, and both files change")
        }
        try folder.commit(try KeyringFiles(of: keyring, named: name), isNew: isNew)
    }

    private func read(
        _ name: KeyringName,
        preferring files: [String]
    ) throws(KeyError) -> (keyring: Keyring, file: KeyFile) {
        try read(name, preferring: files, in: KeyFolder(name.folder))
    }

    /// Reads the named file, or the first one of some that is there.
    func read(
        _ name: KeyringName,
        preferring files: [String],
        in folder: borrowing KeyFolder
    ) throws(KeyError) -> (keyring: Keyring, file: KeyFile) {
        let (found, file) = try open(name, preferring: files, in: folder)
        let keyring = try keyring(in: KeyringText(file.text), name: name)
        guard keyring.isSecret else {
            try file.requireIntegrity()
            return (keyring, file)
        }
        guard !found.hasByteSuffix(KeyringName.publicEnding) else {
            throw KeyError(
                .unexpectedSecret, "\(file.path) is to hold public keys and holds a secret one; it may have leaked")
        }
        try file.requireSecrecy(isPublished: keyring.isDemonstration)
        return (keyring, file)
    }

    /// Opens the named file, or the first one of some that is there.
    func open(
        _ name: KeyringName,
        preferring files: [String],
        in folder: borrowing KeyFolder
    ) throws(KeyError) -> (name: String, file: KeyFile) {
        try name.requireKeyringFile()
        var found = name.file
        for file in files where found == nil {
            if try folder.contains(file) { found = file }
        }
        guard let found else { throw KeyError(.notFound, "there is no keyring \(name.name) in \(name.folder)") }
        guard name.file == nil, found == name.publicFile else { return (found, try KeyFile(found, in: folder)) }
        return (found, try openPublicFile(of: name, in: folder))
    }

    /// Opens the file with the public halves as the last change left them.
    private func openPublicFile(of name: KeyringName, in folder: borrowing KeyFolder) throws(KeyError) -> KeyFile {
        var failure = KeyError(.busy, "keyring \(name.name) changed \(Self.maximumReadCount) times while it was read")
        for _ in 0..<Self.maximumReadCount {
            guard let unfinished = try folder.unfinishedPublicFile(of: name) else {
                return try KeyFile(name.publicFile, in: folder)
            }
            do throws(KeyError) {
                let file = try KeyFile(unfinished, in: folder)
                if try folder.isCommitted(file, of: name) { return file }
            } catch {
                // Another process may have finished the change, or be writing the next one.
                failure = error
            }
        }
        throw failure
    }

    /// The attempts at reading a public file while other processes change it.
    private static let maximumReadCount = 100

    /// Reads a keyring from the text of a file, with a passphrase if need be.
    func keyring(in text: KeyringText, name: KeyringName) throws(KeyError) -> Keyring {
        try Keyring(text, name: name.name, passphrase: passphrase)
    }
}
