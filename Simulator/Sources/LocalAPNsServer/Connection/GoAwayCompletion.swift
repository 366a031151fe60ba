import NIOCore

/// Completes the GOAWAY frame that NIO sends after a violation of the protocol.
///
/// NIO names 0 or the maximum as last stream, since it does not know which requests were processed, and gives no reason. A
/// client may retry the streams above the last one (RFC 9113, section 6.8), so 0 would deliver accepted pushes twice.
final class GoAwayCompletion: ChannelOutboundHandler {
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// The size of GOAWAY without debug data, and its header: 8 bytes, type 7, no flags, stream 0 (RFC 9113, sections 4.1 and 6.8).
    private static let plainSize = 17
    private static let header: [UInt8] = [0, 0, 8, 7, 0, 0, 0, 0, 0]

    private let connection: ServerConnection

    init(_ connection: ServerConnection) {
        self.connection = connection
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // NIO writes a frame in one buffer, and the content of DATA and the debug data of GOAWAY in a second one, which no header starts.
        guard case .byteBuffer(let frame) = unwrapOutboundIn(data), frame.readableBytes == Self.plainSize,
            frame.readableBytesView.starts(with: Self.header),
            let code: UInt32 = frame.getInteger(at: frame.readerIndex + Self.header.count + 4), code != 0
        else {
            context.write(data, promise: promise)
            return
        }
        let reason = Self.names[code] ?? "PROTOCOL_ERROR"
        let text = "{\"reason\":\"\(reason)\"}"
        var completed = context.channel.allocator.buffer(capacity: Self.plainSize + text.utf8.count)
        let size = 8 + UInt32(text.utf8.count)
        completed.writeBytes(Self.header)
        completed.setInteger(size << 8 | 7, at: 0)
        completed.writeInteger(UInt32(connection.breakOff()))
        completed.writeInteger(code)
        completed.writeString(text)
        context.write(wrapOutboundOut(.byteBuffer(completed)), promise: promise)
    }

    /// The error codes' names (RFC 9113, section 7); Apple's table has no reason for a violation of the protocol.
    private static let names: [UInt32: String] = [
        0x1: "PROTOCOL_ERROR", 0x2: "INTERNAL_ERROR", 0x3: "FLOW_CONTROL_ERROR", 0x4: "SETTINGS_TIMEOUT",
        0x5: "STREAM_CLOSED", 0x6: "FRAME_SIZE_ERROR", 0x7: "REFUSED_STREAM", 0x8: "CANCEL",
        0x9: "COMPRESSION_ERROR", 0xa: "CONNECT_ERROR", 0xb: "ENHANCE_YOUR_CALM", 0xc: "INADEQUATE_SECURITY",
        0xd: "HTTP_1_1_REQUIRED",
    ]
}
