import HummingbirdCore
import LocalAPNs
import Logging
import NIOCore
import NIOHTTP2

/// The HTTP/2 side of a connection: its limits, its settings, and its streams.
struct APNsChannel: ServerChildChannel {
    typealias Frames = NIOAsyncChannel<HTTP2Frame.FramePayload, HTTP2Frame.FramePayload>

    struct Value: ServerChildChannelValue {
        let streams: NIOHTTP2Handler.AsyncStreamMultiplexer<Frames>
        let connection: ServerConnection
        let channel: any Channel
    }

    /// The number of streams until the first valid provider token, and after it.
    ///
    /// Source: Apple, "Sending notification requests to APNs": one stream until a push with a valid token; 1000 is observed.
    static let streams = (before: 1, after: 1_000)

    let host: PushConnection.Host
    let connections: ConnectionTable
    let limits: ServerLimits
    /// Called for each client that does not begin with the preface of HTTP/2.
    let noteOtherProtocol: @Sendable () -> Void
    let respond: @Sendable (Frames, ServerConnection) async -> Void

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let connection = connections.add(channel, to: host)
            let pipeline = channel.pipeline.syncOperations
            let isFull = { connections.count >= limits.maximumConnections }
            try pipeline.addHandler(ConnectionProgress(connection, limits: limits, isFull: isFull))
            try pipeline.addHandler(GoAwayWriter(connection))
            let streams = try pipeline.configureAsyncHTTP2Pipeline(mode: .server, configuration: Self.configuration) {
                stream in
                stream.eventLoop.makeCompletedFuture {
                    try stream.pipeline.syncOperations.addHandler(RequestTimeout(limits))
                    return try Frames(wrappingChannelSynchronously: stream)
                }
            }
            try pipeline.addHandler(ConnectionEnd(connection, noteOtherProtocol: noteOtherProtocol))
            return Value(streams: streams, connection: connection, channel: channel)
        }
    }

    func handle(value: Value, logger: Logger) async {
        // The streams end with an error if the connection does.
        try? await withThrowingDiscardingTaskGroup { group in
            for try await stream in value.streams.inbound {
                group.addTask { await respond(stream, value.connection) }
            }
        }
    }

    private static var configuration: NIOHTTP2Handler.Configuration {
        var configuration = NIOHTTP2Handler.Configuration()
        configuration.connection.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: streams.before),
            HTTP2Setting(parameter: .maxHeaderListSize, value: 16_384),
        ]
        return configuration
    }
}

/// Ends a connection after an error of TLS or HTTP/2, once the client has had time to read GOAWAY.
final class ConnectionEnd: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame

    private let connection: ServerConnection
    private let noteOtherProtocol: @Sendable () -> Void

    init(_ connection: ServerConnection, noteOtherProtocol: @escaping @Sendable () -> Void) {
        self.connection = connection
        self.noteOtherProtocol = noteOtherProtocol
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is NIOHTTP2Errors.BadClientMagic { noteOtherProtocol() }
        // An error of one stream has reset that stream.
        guard connection.isBroken || !(error is NIOHTTP2Errors.StreamError) else { return }
        connection.fail()
    }
}
