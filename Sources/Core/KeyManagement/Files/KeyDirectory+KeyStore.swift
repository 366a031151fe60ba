import StrictJSON

/// The asynchronous functions, which wait for disks, locks and passphrases outside of Swift's cooperative pool.
extension KeyDirectory: KeyStore {
    /// The names of keyrings in the order of their UTF-8 bytes: those after a name, or from the first one with nil.
    ///
    /// - Throws: ``KeyError`` with `inputOutput`.
    public func names(after name: String?, limit: Int) async throws -> [String] {
        try await blockingWork { try names(from: name, limit: limit) }
    }

    private func names(from name: String?, limit: Int) throws(KeyError) -> [String] {
        do throws(KeyError) {
            return try names().page(after: name, limit: limit)
        } catch  where error.code == .notFound {
            return []
        }
    }

    /// The text of a keyring and a digest of it as its version, or nil where there is none of that name.
    ///
    /// An asynchronous source of passphrases is asked when the keyring is protected.
    ///
    /// - Throws: ``KeyError`` as ``keyring(_:)`` does, and with `invalidName` for a path.
    public func load(_ name: String) async throws -> StoredKeyring? {
        do {
            return try await blockingWork { try opened(name, passphrase: passphrase) }
        } catch let error as KeyError where error.code == .locked {
            guard let passphrase, passphrase.isAsynchronous else { throw error }
            let answer = PassphraseSource(try await passphrase.asynchronousPassphrase(of: name))
            return try await blockingWork { try opened(name, passphrase: answer) }
        }
    }

    private func opened(_ name: String, passphrase: PassphraseSource?) throws(KeyError) -> StoredKeyring? {
        let name = try KeyringName(stored: name, in: path)
        do throws(KeyError) {
            var stored = try read(name)
            stored.keyring = followed(try stored.keyring(named: name.name, passphrase: passphrase), name)
            return stored
        } catch  where error.code == .notFound {
            return nil
        }
    }

    /// Keeps a change if the keyring still is what the change was made from.
    ///
    /// - Throws: ``KeyError`` as ``change(_:_:)`` does, and with `invalidName` for a path.
    public func save(_ change: KeyringChange) async throws -> Bool {
        try await blockingWork(isChange: true) { try keep(change) }
    }

    /// Removes a keyring as `remove(_:)` does, if it still has a version.
    ///
    /// - Throws: ``KeyError`` with `invalidName`, `busy` or `inputOutput`.
    public func remove(_ name: String, version: String) async throws -> Bool {
        try await blockingWork(isChange: true) { try delete(name, version: version) }
    }

    /// Removes the files of a keyring, as ``remove(_:)`` of a tool does, and returns whether there was one.
    ///
    /// A passphrase is not asked for, and a damaged keyring is removed too.
    ///
    /// - Throws: ``KeyError`` with `invalidName`, `busy` or `inputOutput`.
    @discardableResult
    public func remove(_ name: String) async throws -> Bool {
        try await blockingWork(isChange: true) { try delete(name, version: nil) }
    }

    /// Loads a keyring, changes it and keeps it, asking for a passphrase once.
    ///
    /// Retries with the newest keyring when another change was faster, so the body may run several times.
    ///
    /// - Throws: ``KeyError`` as ``change(_:_:)`` does, and the errors of the body.
    @discardableResult
    public func change<Result: Sendable>(
        named name: String, _ body: (inout Keyring) throws -> Result
    ) async throws -> Result {
        try await KeyDirectory(path, passphrase: passphrase?.askedOnce, onWait: onWait)
            .change(named: name, orMake: nil, body)
    }
}
