import LocalAPNs
import NIOCore
import Synchronization

/// The open connections.
final class ConnectionTable: Sendable {
    private let connections = Mutex<[ObjectIdentifier: ServerConnection]>([:])

    /// The number of open connections.
    var count: Int { connections.withLock { $0.count } }

    /// The connection of a channel; nil once it is closed.
    subscript(channel: any Channel) -> ServerConnection? {
        connections.withLock { $0[ObjectIdentifier(channel)] }
    }

    /// Adds a connection; it is removed when its channel closes.
    func add(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        connections.withLock { $0[id] = ServerConnection(channel) }
        channel.closeFuture.whenComplete { [weak self] _ in
            self?.connections.withLock { _ = $0.removeValue(forKey: id) }
        }
    }

    /// Sends GOAWAY with `Shutdown` to every client and closes the connections.
    func shutDown() async {
        for connection in connections.withLock({ Array($0.values) }) {
            try? await connection.goAway(.shutdown).get()
            await connection.cut()
        }
    }
}
