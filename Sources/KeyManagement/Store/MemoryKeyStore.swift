import Synchronization

/// Keyrings in memory, for tests; they are gone with the process.
public final class MemoryKeyStore: KeyStore {
    /// Texts and versions by the UTF-8 bytes of their names: canonically equivalent names are different names.
    private let keyrings = Mutex<[[UInt8]: (text: KeyringText, version: Int)]>([:])

    /// Makes an empty store.
    public init() {}

    /// The names of the keyrings, sorted by their UTF-8 bytes.
    public func names() -> [String] {
        let names = keyrings.withLock { Array($0.keys) }
        return names.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The text of a keyring and its version, or nil where there is none of that name.
    public func load(_ name: String) -> StoredKeyring? {
        let found = keyrings.withLock { $0[Array(name.utf8)] }
        return found.map { StoredKeyring(text: $0.text, version: String($0.version)) }
    }

    /// Keeps a change if the keyring still has the version that the change was made from.
    public func save(_ change: KeyringChange) -> Bool {
        keyrings.withLock { keyrings in
            let name = Array(change.name.utf8)
            let version = keyrings[name]?.version
            guard version.map(String.init) == change.version else { return false }
            keyrings[name] = (change.text, (version ?? 0) + 1)
            return true
        }
    }
}
