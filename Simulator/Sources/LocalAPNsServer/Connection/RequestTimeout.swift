import NIOCore
import NIOHTTP2

/// Resets a stream whose request does not end in time.
final class RequestTimeout: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    private let limit: Duration
    private var timer: Scheduled<Void>?

    init(_ limit: Duration) {
        self.limit = limit
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let this = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(in: TimeAmount(limit)) {
            let (handler, context) = this.value
            context.writeAndFlush(handler.wrapOutboundOut(.rstStream(.cancel)), promise: nil)
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if unwrapInboundIn(data).endsStream { timer?.cancel() }
        context.fireChannelRead(data)
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
