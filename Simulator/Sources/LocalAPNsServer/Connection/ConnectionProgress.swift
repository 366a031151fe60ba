import LocalAPNs
import NIOCore

/// Ends a connection that stays within its handshake, a frame or a header block for too long, that does not read its answers, or whose
/// client sends nothing more.
///
/// A connection between two frames may be idle for any time while the server accepts further ones: Apple recommends to keep it open,
/// with a PING after an hour.
final class ConnectionProgress: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let connection: ServerConnection
    private let limits: ServerLimits
    /// Returns whether the server has the maximum number of connections.
    private let isFull: () -> Bool
    private var position = FramePosition()
    private var readTimer: Scheduled<Void>?
    private var writeTimer: Scheduled<Void>?

    init(_ connection: ServerConnection, limits: ServerLimits, isFull: @escaping () -> Bool) {
        self.connection = connection
        self.limits = limits
        self.isFull = isFull
    }

    func handlerAdded(context: ChannelHandlerContext) {
        awaitInput(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        readTimer?.cancel()
        writeTimer?.cancel()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let wasIncomplete = position.isIncomplete
        let hasEnded = position.read(unwrapInboundIn(data).readableBytesView)
        // The time of a handshake, a frame or a header block counts from its start.
        if hasEnded || !wasIncomplete || !position.isIncomplete { awaitInput(context) }
        context.fireChannelRead(data)
    }

    /// NIO reports that the channel is not writable when more than 64 KB wait for the client to read.
    func channelWritabilityChanged(context: ChannelHandlerContext) {
        writeTimer?.cancel()
        writeTimer = context.channel.isWritable ? nil : schedule(limits.write, context) { $1.close(promise: nil) }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // Hummingbird lets a client close its half of a connection alone, also with TLS; in HTTP/2 that has no use.
        if case .inputClosed? = event as? ChannelEvent { connection.endInput() }
        context.fireUserInboundEventTriggered(event)
    }

    private func awaitInput(_ context: ChannelHandlerContext) {
        let limit = position.isPreface ? limits.handshake : position.isIncomplete ? limits.frame : limits.idleWhenFull
        readTimer?.cancel()
        readTimer = schedule(limit, context) { $0.endInput($1) }
    }

    private func endInput(_ context: ChannelHandlerContext) {
        if position.isPreface {
            context.close(promise: nil)
        } else if position.isIncomplete || (isFull() && connection.isIdle) {
            connection.goAway(.idleTimeout)
        } else {
            awaitInput(context)
        }
    }

    private func schedule(
        _ limit: Duration, _ context: ChannelHandlerContext,
        _ body: @escaping (ConnectionProgress, ChannelHandlerContext) -> Void
    ) -> Scheduled<Void> {
        context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limit)) { body(self, context) }
    }
}
