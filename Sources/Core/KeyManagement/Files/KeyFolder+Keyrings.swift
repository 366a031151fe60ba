import Platform
import StrictJSON

/// Reading and writing the keyrings of a folder.
extension KeyFolder {
    /// Reads a keyring and checks its file, asking for a passphrase if it needs one.
    func read(
        _ name: KeyringName, isPublicPreferred: Bool = false, passphrase: PassphraseSource?
    ) throws(KeyError) -> (keyring: Keyring, file: KeyFile) {
        let file = try open(name, isPublicPreferred: isPublicPreferred)
        return (try keyring(name, in: file, passphrase: passphrase), file)
    }

    /// Reads a keyring again, with the key that was derived from its passphrase; nil if its file has the known version.
    func reread(
        _ name: KeyringName, isPublicPreferred: Bool, unless known: Keyring, passphrase: PassphraseSource?
    ) throws(KeyError) -> Keyring? {
        let file = try open(name, isPublicPreferred: isPublicPreferred)
        guard file.version != known.version else { return nil }
        return try keyring(name, in: file, passphrase: passphrase, known: known.protection)
    }

    private func keyring(
        _ name: KeyringName, in file: KeyFile, passphrase: PassphraseSource?, known: Protection? = nil
    ) throws(KeyError) -> Keyring {
        var keyring = try read(file, of: name, passphrase: passphrase, known: known)
        keyring.version = file.version
        guard keyring.isSecret else {
            try file.requireIntegrity()
            return keyring
        }
        try check(
            !file.path.hasByteSuffix(KeyringName.publicEnding), .unexpectedSecret,
            "\(file.path) is to hold public keys and holds a secret one; it may have leaked")
        try file.requireSecrecy(isPublished: keyring.isDemonstration)
        return keyring
    }

    /// Reads the keyring in a file; a protected one whose file others may read is refused before it is locked.
    private func read(
        _ file: KeyFile, of name: KeyringName, passphrase: PassphraseSource?, known: Protection?
    ) throws(KeyError) -> Keyring {
        do throws(KeyError) {
            return try KeySetReader.read(file.text, name: name.name, passphrase: passphrase, known: known)
        } catch {
            if error.code == .locked { try file.requireSecrecy(isPublished: false) }
            throw error
        }
    }

    /// The version of a keyring, without opening a protected one; nil where there is none of that name.
    func version(of name: KeyringName) throws(KeyError) -> String? {
        do throws(KeyError) {
            return try open(name).version
        } catch  where error.code == .notFound {
            return nil
        }
    }

    /// Whether there is a keyring of a name: after a removal, the secret file tells before the public one is deleted.
    func hasKeyring(_ name: KeyringName) throws(KeyError) -> Bool {
        do throws(KeyError) {
            guard let file = try first([name.secretFile, name.publicFile]) else { return false }
            return try !isTombstone(file)
        } catch  where error.code == .notFound {
            // Another process has just deleted the file.
            return false
        }
    }

    /// Whether the last line of a keyring's log records its removal.
    func isRemoved(_ name: KeyringName) throws(KeyError) -> Bool {
        let log = try open(name.logFile, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        let byteCount = try log.metadata.st_size
        // A line is shorter than the end that is read.
        guard byteCount > 0, lseek(log.descriptor, max(0, byteCount - 512), SEEK_SET) >= 0 else { return false }
        guard let line = try log.readChunk().split(separator: UInt8(ascii: "\n")).last else { return false }
        return (try? JSONValue(parsing: Array(line)))?.objectValue?["action"] == "remove"
    }

    /// Changes a keyring while no other process changes one of the folder, or returns nil where a passphrase is missing.
    func change<Result>(
        _ name: KeyringName, passphrase: PassphraseSource?, _ body: (inout Keyring) throws -> Result
    ) throws -> Result? {
        let lock = try FolderLock(on: self)
        defer { extendLifetime(lock) }
        try recover(name)
        guard var keyring = try readIfOpen(name, passphrase: passphrase) else { return nil }
        let result = try body(&keyring)
        try write(keyring, named: name)
        return result
    }

    private func readIfOpen(_ name: KeyringName, passphrase: PassphraseSource?) throws(KeyError) -> Keyring? {
        do throws(KeyError) {
            return try read(name, passphrase: passphrase).keyring
        } catch  where error.code == .locked {
            return nil
        }
    }

    /// Writes a keyring's files in place of the present ones; the caller holds the lock.
    func write(_ keyring: Keyring, named name: KeyringName, isNew: Bool = false) throws(KeyError) {
        if !keyring.isSecret, name.otherFile == nil, try contains(name.secretFile) {
            throw KeyError(
                .wrongHalf,
                "\(path(of: name.publicFile)) is the public half of \(path(of: name.secretFile)); "
                    + "change that keyring, and both files change")
        }
        try commit(try KeyringFiles(of: keyring, named: name), isNew: isNew)
    }

    /// Removes a keyring of a version, or returns false.
    func remove(_ name: KeyringName, ifVersion isRemoved: (String) -> Bool) throws(KeyError) -> Bool {
        let lock = try FolderLock(on: self)
        defer { extendLifetime(lock) }
        try recover(name)
        guard let version = try version(of: name), isRemoved(version) else { return false }
        try commit(try KeyringFiles(removing: name, from: self, at: Date()), isNew: false)
        return true
    }

    /// Opens the named file, or the preferred one of a keyring's two files; the text of a removed keyring counts as none.
    private func open(
        _ name: KeyringName, isPublicPreferred: Bool = false
    ) throws(KeyError) -> KeyFile {
        try name.requireKeyringFile()
        let files = isPublicPreferred ? [name.publicFile, name.secretFile] : [name.secretFile, name.publicFile]
        guard let found = try name.file == nil ? first(files) : name.file else { throw KeyError(notFound: name) }
        let isPublic = name.file == nil && found == name.publicFile
        let file = try isPublic ? openPublicFile(of: name) : KeyFile(found, in: self)
        guard !file.isTombstone else { throw KeyError(notFound: name) }
        return file
    }

    private func first(_ files: [String]) throws(KeyError) -> String? {
        for file in files where try contains(file) { return file }
        return nil
    }

    /// Opens the file with the public halves as the last change left them.
    private func openPublicFile(of name: KeyringName) throws(KeyError) -> KeyFile {
        var failure = KeyError(.busy, "keyring \(name.name) changed \(Self.maximumReadCount) times while it was read")
        for _ in 0..<Self.maximumReadCount {
            guard let unfinished = try unfinishedPublicFile(of: name) else {
                return try KeyFile(name.publicFile, in: self)
            }
            do throws(KeyError) {
                let file = try KeyFile(unfinished, in: self)
                if try isCommitted(file, of: name) { return file }
            } catch {
                // Another process may have finished the change, or be writing the next one.
                failure = error
            }
        }
        throw failure
    }

    /// The maximum number of attempts to read a public file while other processes change it.
    private static let maximumReadCount = 100
}

extension KeyError {
    fileprivate init(notFound name: KeyringName) {
        self.init(.notFound, "there is no keyring \(name.name) in \(name.folder)")
    }
}
