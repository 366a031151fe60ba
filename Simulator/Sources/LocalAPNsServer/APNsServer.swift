import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import HummingbirdTLS
public import LocalAPNs
import Logging

/// Serves a push service over HTTP/2 and TLS on 127.0.0.1.
///
/// `run()` ends when its task is cancelled.
public final class APNsServer: Sendable {
    /// The service that answers.
    public let service: PushService
    /// The path of the CA certificate that clients must trust.
    public let authorityPath: String

    private let identity: ServerIdentity
    private let wantedPort: Int
    private let connections = ConnectionTable()
    private let running = Latch<Int>()

    /// Creates a server.
    ///
    /// It opens no socket before `run()`.
    ///
    /// - Parameters:
    ///   - service: the service that answers the requests.
    ///   - identity: the certificate.
    ///   - port: the port; 0 for any free port.
    public init(service: PushService, identity: ServerIdentity, port: Int = 0) {
        self.service = service
        self.identity = identity
        wantedPort = port
        authorityPath = identity.authorityPath
    }

    /// The port, once the server listens; nil if it ended before.
    public var port: Int? {
        get async { await running.value }
    }

    /// The number of open connections.
    public var connectionCount: Int { connections.count }

    /// Serves requests until the task is cancelled; then sends every client GOAWAY with `Shutdown`.
    ///
    /// - Throws: if the port is in use, and `CancellationError`.
    public func run() async throws {
        let application = Application(
            responder: CallbackResponder<StreamContext> { [self] in await respond(to: $0, $1) },
            server: serverBuilder(),
            configuration: ApplicationConfiguration(address: .hostname(Loopback.address, port: wantedPort)),
            onServerRunning: { [running] channel in running.open(with: channel.localAddress?.port) },
            logger: Loopback.logger("apns"))
        defer { running.open(with: nil) }
        do {
            try await application.run()
        } catch {
            await connections.shutDown()
            throw error
        }
        await connections.shutDown()
    }

    private func serverBuilder() -> HTTPServerBuilder {
        HTTPServerBuilder { [connections, identity] responder in
            let streams = HTTP1Channel.Configuration(additionalChannelHandlers: [AnswerFramingInstaller()])
            let channel = HTTP2Channel(responder: responder, configuration: .init(streamConfiguration: streams))
            return try TLSChannel(
                TrackedChannel(base: channel, connections: connections), tlsConfiguration: identity.tls)
        }
    }

    private func respond(to request: Request, _ context: StreamContext) async -> Response {
        guard let channel = context.connection, let connection = connections[channel],
            let stream = await context.streamID
        else { return Self.discarded }
        guard connection.begin(stream) else {
            try? await connection.refuse(stream).get()
            return Self.discarded
        }
        context.whenClosed { connection.finish(stream) }
        guard let push = try? await PushRequest(reading: request) else { return Response(status: .badRequest) }
        let response = service.respond(to: push, on: connection.pushConnection)
        if response.delay > .zero { try? await Task.sleep(for: response.delay) }
        switch (response.answer, response.ending) {
        case (let answer?, .goAway(let reason)):
            context.whenClosed { connection.goAway(reason) }
            return Response(answer)
        case (let answer?, _):
            return Response(answer)
        case (nil, .goAway(let reason)):
            try? await connection.goAway(reason, refusing: stream).get()
        case (nil, _):
            await connection.cut()
        }
        return Self.discarded
    }

    /// A response for a stream that is already closed; it is never sent.
    private static var discarded: Response { Response(status: .serviceUnavailable) }
}
