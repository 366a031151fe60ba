import CryptoPrimitives

/// A folder of keyrings: `NAME.jwks` holds secrets (mode 0600), `NAME.pub.jwks` the public halves, `NAME.log` what was
/// done to the keys.
///
/// Any number of processes and threads may read and change the keyrings of one folder at once. Reading waits for nobody;
/// changing waits for whoever else changes.
public struct KeyDirectory: Sendable {
    /// The folder's path.
    public let path: String

    private let passphrase: PassphraseSource?

    /// Names a folder, and where the passphrases of protected keyrings come from; nothing is read or asked yet.
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
        for file in [name.secretFile, name.publicFile] where folder.contains(file) {
            throw KeyError(.alreadyExists, "\(folder.path(of: file)) exists and is not overwritten")
        }
        let files = try KeyringFiles(of: keyring, named: name)
        var made = folder.contains(name.logFile) ? [] : [name.logFile]
        do throws(KeyError) {
            try folder.append(keyring.unsavedEvents, toLog: name.logFile)
            for file in files.inOrder {
                try folder.create(file.name, file.text, mode: file.mode)
                made.append(file.name)
            }
        } catch {
            for file in made { folder.remove(file) }
            throw error
        }
        return keyring
    }

    /// Loads a keyring of a name or a path, changes it and writes it, while nobody else changes one of the folder.
    ///
    /// Each file is replaced whole and made durable, and the log comes first; a process that is killed on the way leaves a
    /// keyring that loads and opens what it should. When the body throws, nothing is written.
    ///
    /// - Throws: ``KeyError`` as ``keyring(_:)`` does, and whatever the body throws.
    @discardableResult
    public func change<Result>(_ name: String, _ body: (inout Keyring) throws -> Result) throws -> Result {
        let name = try KeyringName(name, in: path)
        let folder = try KeyFolder(name.folder)
        let lock = try FolderLock(on: folder)
        defer { extendLifetime(lock) }
        var (keyring, file) = try read(name, preferring: [name.secretFile, name.publicFile], in: folder)
        try file.requireNoLink()
        let result = try body(&keyring)
        try write(keyring, named: name, to: folder)
        return result
    }

    /// Writes a keyring's files in place of the ones that are there.
    func write(_ keyring: Keyring, named name: KeyringName, to folder: borrowing KeyFolder) throws(KeyError) {
        try folder.append(keyring.unsavedEvents, toLog: name.logFile)
        for file in try KeyringFiles(of: keyring, named: name).inOrder {
            try folder.replace(file.name, with: file.text, mode: file.mode)
        }
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
        var found = name.file
        for file in files where found == nil && folder.contains(file) { found = file }
        guard let found else { throw KeyError(.notFound, "there is no keyring \(name.name) in \(name.folder)") }
        let file = try KeyFile(found, in: folder)
        let keyring = try keyring(in: KeyringText(file.text), name: name)
        guard keyring.isSecret else {
            try file.requireIntegrity()
            return (keyring, file)
        }
        guard !found.hasSuffix(KeyringName.publicEnding) else {
            throw KeyError(
                .unexpectedSecret, "\(file.path) is to hold public keys and holds a secret one; it may have leaked")
        }
        try file.requireSecrecy(isPublished: keyring.isDemonstration)
        return (keyring, file)
    }

    /// Reads a keyring from the text of a file, with a passphrase if need be.
    func keyring(in text: KeyringText, name: KeyringName) throws(KeyError) -> Keyring {
        try Keyring(text, name: name.name, passphrase: passphrase)
    }
}
