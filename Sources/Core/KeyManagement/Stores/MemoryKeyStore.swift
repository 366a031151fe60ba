public import StrictJSON
import Synchronization

/// Keyrings in memory, for tests; they are gone with the process.
public final class MemoryKeyStore: KeyStore {
    /// Texts with the keys in use by name; canonically equivalent names are different names.
    private let texts = Mutex<[UTF8Text: (text: KeyringText, key: DevicePublicKey?)]>([:])

    /// Makes an empty store.
    public init() {}

    /// The names of keyrings in the order of their UTF-8 bytes: those after a name, or from the first one with nil.
    public func names(after name: UTF8Text?, limit: Int) -> [UTF8Text] {
        texts.withLock { Array($0.keys) }.page(after: name, limit: limit)
    }

    /// The text of a keyring and its version, or nil where there is none of that name.
    public func load(_ name: UTF8Text) -> StoredKeyring? {
        texts.withLock { $0[name]?.text }.map { StoredKeyring(text: $0, version: $0.version) }
    }

    /// Keeps a change if the keyring still has the version that the change was made from.
    ///
    /// - Throws: ``KeyError`` with `duplicate` for a device's key that another keyring of public keys has in use.
    public func save(_ change: KeyringChange) throws -> Bool {
        let id = change.name
        return try texts.withLock { texts in
            guard texts[id]?.text.version == change.version else { return false }
            if let key = change.registeredKey {
                for (other, row) in texts where other != id && row.key?.thumbprint == key.thumbprint {
                    throw KeyError(usedKey: key)
                }
            }
            texts[id] = (change.text, change.keyring.isSecret ? nil : change.publicKey)
            return true
        }
    }

    /// Removes a keyring if it still has a version.
    public func remove(_ name: UTF8Text, version: String) -> Bool {
        texts.withLock { texts in
            guard texts[name]?.text.version == version else { return false }
            texts[name] = nil
            return true
        }
    }
}

extension [UTF8Text] {
    /// The texts after one in order, as many as there are up to a limit.
    func page(after name: UTF8Text?, limit: Int) -> [UTF8Text] {
        let later = filter { text in name.map { $0 < text } ?? true }
        return Array(later.sorted().prefix(Swift.max(0, limit)))
    }
}
