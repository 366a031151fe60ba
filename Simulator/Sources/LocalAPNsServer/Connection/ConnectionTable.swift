import LocalAPNs
import NIOCore
import Synchronization

/// The open connections.
final class ConnectionTable: Sendable {
    private let connections = Mutex<[ObjectIdentifier: ServerConnection]>([:])

    /// The number of open connections.
    var count: Int { connections.withLock { $0.count } }

    /// Adds a connection to a host; it is removed when its channel closes.
    func add(_ channel: any Channel, to host: PushConnection.Host) -> ServerConnection {
        let id = ObjectIdentifier(channel)
        let connection = ServerConnection(channel, to: host)
        connections.withLock { $0[id] = connection }
        channel.closeFuture.whenComplete { [weak self] _ in
            self?.connections.withLock { _ = $0.removeValue(forKey: id) }
        }
        return connection
    }

    /// Sends GOAWAY with `Shutdown` to every client, and closes the connections that the clients leave open.
    func shutDown() async {
        let open = connections.withLock { Array($0.values) }
        for connection in open { connection.shutDown() }
        for connection in open { await connection.closed() }
    }
}
