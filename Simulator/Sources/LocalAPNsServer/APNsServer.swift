import HummingbirdCore
import HummingbirdTLS
public import LocalAPNs
import NIOCore
import NIOHTTP2
import NIOPosix
import ServiceLifecycle
import Synchronization

/// Serves a host of a push service over HTTP/2 and TLS on 127.0.0.1.
///
/// `run()` ends when its task is cancelled.
public final class APNsServer: Sendable {
    /// The service that answers.
    public let service: PushService

    private let host: PushConnection.Host
    private let identity: ServerIdentity
    private let limits: ServerLimits
    private let wantedPort: Int
    private let connections = ConnectionTable()
    private let running = Latch<Int>()
    private let warn: @Sendable (String) -> Void
    private let hasWarned = Atomic(false)

    /// Creates a server.
    ///
    /// It opens no socket before `run()`.
    ///
    /// - Parameters:
    ///   - service: the service that answers the requests.
    ///   - host: the host of the service that it serves.
    ///   - identity: the certificate.
    ///   - port: the port; 0 for any free port.
    ///   - limits: the limits of the connections.
    ///   - warn: called with a text for the user at the first connection of a client without HTTP/2.
    public init(
        service: PushService, host: PushConnection.Host = .pushes, identity: ServerIdentity, port: Int = 0,
        limits: ServerLimits = ServerLimits(), warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.service = service
        self.host = host
        self.identity = identity
        self.limits = limits
        self.warn = warn
        wantedPort = port
    }

    /// The port, once the server listens; nil if it ended before.
    public var port: Int? {
        get async { await running.value }
    }

    /// The number of open connections.
    public var connectionCount: Int { connections.count }

    /// Serves requests until the task is cancelled; then sends every client GOAWAY with `Shutdown`.
    ///
    /// - Throws: if the port is in use, if key and certificate do not match, and `CancellationError`.
    public func run() async throws {
        defer { running.open(with: nil) }
        let server = try childChannel().server(
            configuration: ServerConfiguration(
                address: .hostname(Loopback.address, port: wantedPort),
                availableConnectionsDelegate: MaximumAvailableConnections(limits.maximumConnections)),
            onServerRunning: { [running] channel in running.open(with: channel.localAddress?.port) },
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: Loopback.logger("apns"))
        do {
            try await server.run()
        } catch {
            await connections.shutDown()
            throw error
        }
        await connections.shutDown()
    }

    private func childChannel() throws -> any ServerChildChannel {
        let channel = APNsChannel(
            host: host, connections: connections, limits: limits, noteOtherProtocol: noteOtherProtocol
        ) { [self] frames, connection in
            // An error means that the stream or the connection has ended.
            try? await respond(on: frames, of: connection)
        }
        return try TLSChannel(channel, tlsConfiguration: identity.tls(for: "h2"))
    }

    /// Warns of the first client without HTTP/2 only, since a client may connect again and again.
    private func noteOtherProtocol() {
        guard !hasWarned.exchange(true, ordering: .relaxed) else { return }
        warn("a client without HTTP/2 was disconnected; further ones are not reported")
    }

    private func respond(on frames: APNsChannel.Frames, of connection: ServerConnection) async throws {
        let channel = frames.channel
        try await frames.executeThenClose { inbound, outbound in
            let stream = Int(try await channel.getOption(HTTP2StreamChannelOptions.streamID).get())
            guard connection.begin(stream) else {
                try await connection.refuse(stream).get()
                return
            }
            channel.closeFuture.whenComplete { _ in connection.finish(stream) }
            guard let push = try await PushRequest(reading: inbound) else { return }
            let response = service.respond(to: push, on: connection.pushConnection)
            connection.allowStreams()
            await response.waitForDelay()
            if let answer = response.answer {
                if case .goAway(let reason) = response.ending {
                    channel.closeFuture.whenComplete { _ in connection.goAway(reason) }
                }
                try await outbound.write(contentsOf: answer.frames(channel.allocator))
            } else if case .goAway(let reason) = response.ending {
                try await connection.goAway(reason, refusing: stream).get()
            } else {
                await connection.cut()
            }
        }
    }
}
