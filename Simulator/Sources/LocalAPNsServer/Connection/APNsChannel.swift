import HummingbirdCore
import LocalAPNs
import Logging
import NIOCore
import NIOHTTP2

/// The HTTP/2 side of a connection: its limits, its settings, and its streams.
struct APNsChannel: ServerChildChannel {
    typealias Frames = NIOAsyncChannel<HTTP2Frame.FramePayload, HTTP2Frame.FramePayload>

    struct Value: ServerChildChannelValue {
        let streams: AsyncStream<Frames>
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
            try pipeline.addHandler(GoAwayCompletion(connection))
            let (streams, continuation) = AsyncStream.makeStream(of: Frames.self)
            channel.closeFuture.whenComplete { _ in continuation.finish() }
            var configuration = NIOHTTP2Handler.ConnectionConfiguration()
            configuration.initialSettings = [
                HTTP2Setting(parameter: .maxConcurrentStreams, value: Self.streams.before),
                HTTP2Setting(parameter: .maxHeaderListSize, value: 16_384),
            ]
            _ = try pipeline.configureHTTP2Pipeline(
                mode: .server, connectionConfiguration: configuration, streamConfiguration: .init()
            ) { stream in
                stream.eventLoop.makeCompletedFuture {
                    try stream.pipeline.syncOperations.addHandler(RequestTimeout(limits))
                    let frames = try Frames(wrappingChannelSynchronously: stream)
                    // After the end of `handle`, whose task was cancelled: NIO traps if the writer is dropped.
                    if case .terminated = continuation.yield(frames) { Task { await respond(frames, connection) } }
                }
            }
            try pipeline.addHandler(ConnectionEnd(connection, noteOtherProtocol: noteOtherProtocol))
            return Value(streams: streams, connection: connection, channel: channel)
        }
    }

    func handle(value: Value, logger: Logger) async {
        await withDiscardingTaskGroup { group in
            for await stream in value.streams { group.addTask { await respond(stream, value.connection) } }
        }
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
