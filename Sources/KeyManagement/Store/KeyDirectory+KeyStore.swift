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
        let folder = try KeyFolder(making: name.folder)
        let lock = try FolderLock(on: folder)
        defer { extendLifetime(lock) }
        try folder.recover(name)
        guard try stored(name, in: folder)?.version == change.version else { return false }
        var keyring = try keyring(in: change.text, name: name)
        keyring.unsavedEvents = change.events
        try write(keyring, named: name, to: folder, isNew: change.version == nil)
        return true
    }

    /// Loads a keyring.
    ///
    /// - Throws: ``KeyError`` as ``keyring(_:)`` does.
    public func keyring(named name: String) async throws -> Keyring {
        try keyring(name)
    }

    /// Loads a keyring, changes it and keeps it, while nobody else changes one of the folder.
    ///
    /// - Throws: ``KeyError`` as ``keyring(_:)`` does, and whatever the body throws.
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
            let digest = file.text.withBytes { SHA256.digest(of: $0) }
            return StoredKeyring(text: KeyringText(file.text), version: Base64URL.string(encoding: digest.span))
        } catch  where error.code == .notFound {
            return nil
        }
    }
}
