import LocalAPNs
import NIOCore
import Synchronization

/// The connections that are open, from the moment at which they are accepted.
final class ConnectionTable: Sendable {
    private let connections = Mutex<[ObjectIdentifier: ServerConnection]>([:])

    /// How many are open.
    var count: Int { connections.withLock { $0.count } }

    /// The connection of a channel, as long as it is open.
    subscript(channel: any Channel) -> ServerConnection? {
        connections.withLock { $0[ObjectIdentifier(channel)] }
    }

    /// Takes note of a connection until it is closed.
    func add(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        connections.withLock { $0[id] = ServerConnection(channel) }
        channel.closeFuture.whenComplete { [weak self] _ in
            self?.connections.withLock { _ = $0.removeValue(forKey: id) }
        }
    }

    /// Tells every client that the service shuts down, and closes the connections.
    func shutDown() async {
        for connection in connections.withLock({ Array($0.values) }) {
            try? await connection.goAway(.shutdown).get()
            await connection.cut()
        }
    }
}
