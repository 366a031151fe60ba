import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import HummingbirdTLS
public import LocalAPNs
import Logging

/// The service over HTTP/2 and TLS on 127.0.0.1.
///
/// `run()` ends when its task is cancelled.
public final class APNsServer: Sendable {
    /// The service that answers.
    public let service: PushService
    /// The path of the certificate that a client is told to trust.
    public let authorityPath: String

    private let identity: ServerIdentity
    private let wantedPort: Int
    private let connections = ConnectionTable()
    private let running = Latch<Int>()

    /// Makes a server; nothing is opened before `run()`.
    ///
    /// - Parameters:
    ///   - service: answers the requests.
    ///   - identity: the certificate.
    ///   - port: 0 for any that is free.
    public init(service: PushService, identity: ServerIdentity, port: Int = 0) {
        self.service = service
        self.identity = identity
        wantedPort = port
        authorityPath = identity.authorityPath
    }

    /// The port, as soon as the server listens; nil if it ended before.
    public var port: Int? {
        get async { await running.value }
    }

    /// How many connections are open.
    public var connectionCount: Int { connections.count }

    /// Listens and answers until the task is cancelled; then every client gets GOAWAY with `Shutdown`.
    ///
    /// - Throws: if the port is taken, and `CancellationError`.
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
        else { return Self.nowhere }
        guard connection.begin(stream) else {
            try? await connection.refuse(stream).get()
            return Self.nowhere
        }
        context.whenClosed { connection.finish(stream) }
        guard let push = try? await PushRequest(reading: request) else { return Response(status: .badRequest) }
        let reaction = service.react(to: push, on: connection.memory)
        if reaction.delay > .zero { try? await Task.sleep(for: reaction.delay) }
        switch (reaction.answer, reaction.ending) {
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
        return Self.nowhere
    }

    /// What is returned for a stream that is closed, and goes nowhere.
    private static var nowhere: Response { Response(status: .serviceUnavailable) }
}
