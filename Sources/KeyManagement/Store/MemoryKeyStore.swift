import Synchronization

/// Keyrings in memory, for tests; they are gone with the process.
public final class MemoryKeyStore: KeyStore {
    private struct Content {
        var keyrings: [String: (text: KeyringText, version: Int)] = [:]
        var events: [String: [KeyEvent]] = [:]
    }

    private let content = Mutex(Content())

    /// Makes an empty store.
    public init() {}

    /// The names of the keyrings, sorted.
    public func names() -> [String] {
        content.withLock { $0.keyrings.keys.sorted() }
    }

    /// The text of a keyring and its version, or nil where there is none of that name.
    public func load(_ name: String) -> StoredKeyring? {
        content.withLock { content in
            content.keyrings[name].map { StoredKeyring(text: $0.text, version: String($0.version)) }
        }
    }

    /// Keeps a change if the keyring still has the version that the change was made from.
    public func save(_ change: KeyringChange) -> Bool {
        content.withLock { content in
            let version = content.keyrings[change.name]?.version
            guard version.map(String.init) == change.version else { return false }
            content.keyrings[change.name] = (change.text, (version ?? 0) + 1)
            content.events[change.name, default: []] += change.events
            return true
        }
    }

    /// What was done to the keys of a keyring, in order.
    public func events(_ name: String) -> [KeyEvent] {
        content.withLock { $0.events[name] ?? [] }
    }
}
