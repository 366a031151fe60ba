import NIOCore
import NIOHTTP2

/// Resets a stream whose request does not end in time, or whose answer the client does not let through by its flow control.
final class RequestTimeout: ChannelDuplexHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = HTTP2Frame.FramePayload
    typealias OutboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    private let limits: ServerLimits
    private var timer: Scheduled<Void>?

    init(_ limits: ServerLimits) {
        self.limits = limits
    }

    func handlerAdded(context: ChannelHandlerContext) {
        reset(context, after: limits.request)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if unwrapInboundIn(data).endsStream { timer?.cancel() }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // The stream is closed, and the handler removed, when the last frame is sent.
        if unwrapOutboundIn(data).endsStream { reset(context, after: limits.write) }
        context.write(data, promise: promise)
    }

    private func reset(_ context: ChannelHandlerContext, after limit: Duration) {
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limit)) { [self] in
            context.writeAndFlush(wrapOutboundOut(.rstStream(.cancel)), promise: nil)
        }
    }
}

extension HTTP2Frame.FramePayload {
    /// Whether the frame has the flag END_STREAM.
    var endsStream: Bool {
        switch self {
        case .headers(let headers): headers.endStream
        case .data(let data): data.endStream
        default: false
        }
    }
}
