import CryptoPrimitives

extension KeyDirectory: KeyStore {
    /// The text of a keyring and a digest of it as its version, or nil where there is none of that name.
    ///
    /// - Throws: ``KeyError`` as ``keyring(_:)`` does.
    public func load(_ name: String) throws(KeyError) -> StoredKeyring? {
        let name = try KeyringName(name, in: path)
        return try stored(name, in: KeyFolder(name.folder))
    }

    /// Keeps a change if the keyring still is what the change was made from.
    ///
    /// - Throws: ``KeyError`` as ``change(_:_:)`` does.
    public func save(_ change: KeyringChange) throws(KeyError) -> Bool {
        let name = try KeyringName(change.name, in: path)
        // Read before the lock is taken, since it may ask for a passphrase.
        var keyring = try keyring(in: change.text, name: name)
        keyring.unsavedEvents = change.events
        let folder = try KeyFolder(making: name.folder)
        let lock = try FolderLock(on: folder)
        defer { extendLifetime(lock) }
        try folder.recover(name)
        guard try version(of: name, in: folder) == change.version else { return false }
        try write(keyring, named: name, to: folder, isNew: change.version == nil)
        return true
    }

    /// Loads a keyring.
    ///
    /// - Throws: ``KeyError`` as ``keyring(_:)`` does.
    public func keyring(named name: String) async throws -> Keyring {
        try keyring(name)
    }

    /// Loads a keyring, changes it and keeps it, while no other process changes one of the folder.
    ///
    /// - Throws: ``KeyError`` as ``keyring(_:)`` does, and the errors that the body throws.
    @discardableResult
    public func change<Result: Sendable>(
        named name: String,
        _ body: (inout Keyring) throws -> Result
    ) async throws -> Result {
        try change(name, body)
    }

    private func stored(_ name: KeyringName, in folder: borrowing KeyFolder) throws(KeyError) -> StoredKeyring? {
        do throws(KeyError) {
            let file = try read(name, preferring: [name.secretFile, name.publicFile], in: folder).file
            return StoredKeyring(text: KeyringText(file.text), version: Self.version(of: file))
        } catch  where error.code == .notFound {
            return nil
        }
    }

    /// The version of a keyring, without opening a protected one; nil where there is none of that name.
    private func version(of name: KeyringName, in folder: borrowing KeyFolder) throws(KeyError) -> String? {
        do throws(KeyError) {
            return Self.version(of: try open(name, preferring: [name.secretFile, name.publicFile], in: folder).file)
        } catch  where error.code == .notFound {
            return nil
        }
    }

    private static func version(of file: KeyFile) -> String {
        let digest = file.text.withBytes { SHA256.digest(of: $0) }
        return Base64URL.string(encoding: digest.span)
    }
}
