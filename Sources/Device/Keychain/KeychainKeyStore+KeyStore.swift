public import KeyManagement

/// The functions of every store. They call the keychain on the calling thread.
extension KeychainKeyStore {
    /// The names of keyrings in the order of their UTF-8 bytes: those after a name, or from the first one with nil.
    ///
    /// - Throws: `KeyError` as ``names()`` does.
    public func names(after name: String?, limit: Int) async throws -> [String] {
        let later = try names().filter { other in name.map { $0.utf8.lexicographicallyPrecedes(other.utf8) } ?? true }
        return Array(later.prefix(max(0, limit)))
    }

    /// The text of a keyring and its version, or nil where there is none of that name.
    ///
    /// - Throws: `KeyError` as ``stored(_:)`` does.
    public func load(_ name: String) async throws -> StoredKeyring? { try stored(name) }

    /// Keeps a change if the keyring still has the version that the change was made from.
    ///
    /// - Throws: `KeyError` as ``stored(_:)`` does.
    public func save(_ change: KeyringChange) async throws -> Bool { try keep(change) }

    /// Removes a keyring if it still has a version.
    ///
    /// - Throws: `KeyError` as ``stored(_:)`` does.
    public func remove(_ name: String, version: String) async throws -> Bool { try delete(name, version: version) }

    /// Removes a keyring, also a damaged one, and returns whether there was one.
    ///
    /// - Throws: `KeyError` as ``stored(_:)`` does.
    @discardableResult
    public func remove(_ name: String) async throws -> Bool { try delete(name, version: nil) }
}
