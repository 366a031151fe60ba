import NIOCore
import NIOHTTP2

/// Sets END_STREAM on the last frame with content, as Apple does, instead of sending an empty DATA frame.
///
/// Hummingbird ends each stream with an empty DATA frame. That is valid HTTP/2, but aioapns parses every DATA frame as a
/// body with a reason.
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
    /// Whether this is an empty DATA frame with END_STREAM.
    fileprivate var isEmptyEnd: Bool {
        guard case .data(let data) = self else { return false }
        return data.endStream && data.data.readableBytes == 0
    }

    /// The frame with END_STREAM set.
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

/// Adds `AnswerFraming` at the head of a stream's pipeline, before Hummingbird's codec, where it sees frames.
///
/// Hummingbird's configuration accepts only handlers after the codec.
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
