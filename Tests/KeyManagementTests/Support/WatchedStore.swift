import KeyManagement
import StrictJSON
import Synchronization

/// A folder that counts the changes that it is asked to keep; before the first one, another process changes the folder.
final class WatchedStore: SynchronousKeyStore {
    private let directory: KeyDirectory
    private let rival: @Sendable (KeyDirectory) -> Void
    private let count = Mutex(0)

    init(_ directory: KeyDirectory, rival: @escaping @Sendable (KeyDirectory) -> Void = { _ in }) {
        (self.directory, self.rival) = (directory, rival)
    }

    var writeCount: Int { count.withLock { $0 } }

    func names() throws(KeyError) -> [UTF8Text] { try directory.names() }

    func stored(_ name: UTF8Text) throws(KeyError) -> StoredKeyring? { try directory.stored(name) }

    func keep(_ change: KeyringChange) throws(KeyError) -> Bool {
        let isFirst = count.withLock { count in
            count += 1
            return count == 1
        }
        if isFirst { rival(directory) }
        return try directory.keep(change)
    }

    func delete(_ name: UTF8Text, version: String?) throws(KeyError) -> Bool {
        try directory.delete(name, version: version)
    }
}
