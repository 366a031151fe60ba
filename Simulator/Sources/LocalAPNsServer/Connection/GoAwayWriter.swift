import NIOCore

/// A GOAWAY frame whose debug data is JSON with `reason` (Apple, "Sending notification requests to APNs").
struct GoAway {
    /// The header of GOAWAY without debug data: 8 bytes, type 7, no flags, stream 0 (RFC 9113, sections 4.1 and 6.8).
    static let header: [UInt8] = [0, 0, 8, 7, 0, 0, 0, 0, 0]

    /// The highest stream that may have been processed.
    let last: Int
    var code: UInt32 = 0
    let reason: String

    var frame: ByteBuffer {
        let text = "{\"reason\":\"\(reason)\"}"
        var frame = ByteBuffer(bytes: Self.header)
        frame.setInteger((8 + UInt32(text.utf8.count)) << 8 | 7, at: 0)
        frame.writeMultipleIntegers(UInt32(last), code)
        frame.writeString(text)
        return frame
    }
}

/// Sends the server's GOAWAY frames, and completes the one that NIO sends after a violation of the protocol.
///
/// The server's frames pass NIO by, as an event: after a GOAWAY of its own, NIO takes the content of a later request for a
/// violation of the protocol, although a client may have sent it before it read GOAWAY. No reset follows for the streams above the
/// last one, which NIO still has open: GOAWAY says that they may be retried, and some clients take no frame of a stream after it.
///
/// NIO names 0 or the maximum as last stream, since it does not know which requests were processed, and gives no reason. A
/// client may retry the streams above the last one (RFC 9113, section 6.8), so 0 would deliver accepted pushes twice.
final class GoAwayWriter: ChannelOutboundHandler {
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let connection: ServerConnection
    /// The last stream of the newest GOAWAY.
    private var last = Int.max

    init(_ connection: ServerConnection) { self.connection = connection }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // NIO writes a frame in one buffer, and the content of DATA and the debug data of GOAWAY in a second one, which no header starts.
        guard case .byteBuffer(let frame) = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
        let isReset = frame.readableBytesView.starts(with: [0, 0, 4, 3, 0])
        if isReset, let stream: UInt32 = frame.getInteger(at: frame.readerIndex + 5), stream > last {
            promise?.succeed()
            return
        }
        guard frame.readableBytes == GoAway.header.count + 8, frame.readableBytesView.starts(with: GoAway.header),
            let code: UInt32 = frame.getInteger(at: frame.readerIndex + GoAway.header.count + 4), code != 0
        else { return context.write(data, promise: promise) }
        let completed = GoAway(last: connection.breakOff(), code: code, reason: Self.names[code] ?? "PROTOCOL_ERROR")
        context.write(wrapOutboundOut(.byteBuffer(completed.frame)), promise: promise)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard let goAway = event as? GoAway else { return context.triggerUserOutboundEvent(event, promise: promise) }
        last = goAway.last
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(goAway.frame)), promise: promise)
    }

    /// The error codes' names (RFC 9113, section 7); Apple's table has no reason for a violation of the protocol.
    private static let names: [UInt32: String] = [
        0x1: "PROTOCOL_ERROR", 0x2: "INTERNAL_ERROR", 0x3: "FLOW_CONTROL_ERROR", 0x4: "SETTINGS_TIMEOUT",
        0x5: "STREAM_CLOSED", 0x6: "FRAME_SIZE_ERROR", 0x7: "REFUSED_STREAM", 0x8: "CANCEL",
        0x9: "COMPRESSION_ERROR", 0xa: "CONNECT_ERROR", 0xb: "ENHANCE_YOUR_CALM", 0xc: "INADEQUATE_SECURITY",
        0xd: "HTTP_1_1_REQUIRED",
    ]
}
