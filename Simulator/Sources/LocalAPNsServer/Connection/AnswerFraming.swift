import NIOCore
import NIOHTTP2

/// Sends an answer in as few frames as Apple does: the last one that holds something ends the stream.
///
/// Hummingbird ends each stream with an empty data frame. To HTTP/2 that is the same, but not to clients that take every
/// data frame for a body with a reason, as aioapns does.
final class AnswerFraming: ChannelOutboundHandler {
    typealias OutboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    private var held: (frame: HTTP2Frame.FramePayload, promise: EventLoopPromise<Void>?)?

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let frame = unwrapOutboundIn(data)
        if frame.isEmptyEnd, let held {
            self.held = nil
            held.promise?.futureResult.cascade(to: promise)
            context.write(wrapOutboundOut(held.frame.endingStream), promise: held.promise ?? promise)
        } else {
            release(context)
            held = (frame, promise)
        }
    }

    func flush(context: ChannelHandlerContext) {
        release(context)
        context.flush()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        release(context)
        context.close(mode: mode, promise: promise)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        held?.promise?.fail(ChannelError.ioOnClosedChannel)
        held = nil
    }

    private func release(_ context: ChannelHandlerContext) {
        guard let held else { return }
        self.held = nil
        context.write(wrapOutboundOut(held.frame), promise: held.promise)
    }
}

extension HTTP2Frame.FramePayload {
    /// Whether it is a data frame of no bytes that ends its stream.
    fileprivate var isEmptyEnd: Bool {
        guard case .data(let data) = self else { return false }
        return data.endStream && data.data.readableBytes == 0
    }

    /// The same frame as the last of its stream.
    fileprivate var endingStream: Self {
        switch self {
        case .headers(var headers):
            headers.endStream = true
            return .headers(headers)
        case .data(var data):
            data.endStream = true
            return .data(data)
        default:
            return self
        }
    }
}

/// Puts `AnswerFraming` next to the network in a stream's pipeline, where frames are, while Hummingbird takes only handlers
/// that come behind its codec.
final class AnswerFramingInstaller: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    func handlerAdded(context: ChannelHandlerContext) {
        do {
            try context.pipeline.syncOperations.addHandler(AnswerFraming(), position: .first)
        } catch {
            context.fireErrorCaught(error)
        }
    }
}
