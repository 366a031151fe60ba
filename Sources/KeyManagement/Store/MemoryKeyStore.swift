import Synchronization

/// Keyrings in memory, for tests; they are gone with the process.
public final class MemoryKeyStore: KeyStore {
    /// Keyrings by the UTF-8 bytes of their names: canonically equivalent names are different names.
    private struct Content {
        var keyrings: [[UInt8]: (text: KeyringText, version: Int)] = [:]
        var events: [[UInt8]: [KeyEvent]] = [:]
    }

    private let content = Mutex(Content())

    /// Makes an empty store.
    public init() {}

    /// The names of the keyrings, sorted by their UTF-8 bytes.
    public func names() -> [String] {
        content.withLock { content in
            content.keyrings.keys.sorted { $0.lexicographicallyPrecedes($1) }.map {
                String(decoding: $0, as: UTF8.self)
            }
        }
    }

    /// The text of a keyring and its version, or nil where there is none of that name.
    public func load(_ name: String) -> StoredKeyring? {
        content.withLock { content in
            content.keyrings[Array(name.utf8)].map { StoredKeyring(text: $0.text, version: String($0.version)) }
        }
    }

    /// Keeps a change if the keyring still has the version that the change was made from.
    public func save(_ change: KeyringChange) -> Bool {
        content.withLock { content in
            let name = Array(change.name.utf8)
            let version = content.keyrings[name]?.version
            guard version.map(String.init) == change.version else { return false }
            content.keyrings[name] = (change.text, (version ?? 0) + 1)
            content.events[name, default: []] += change.events
            return true
        }
    }

    /// The changes of the keys of a keyring, in order.
    public func events(_ name: String) -> [KeyEvent] {
        content.withLock { $0.events[Array(name.utf8)] ?? [] }
    }
}
