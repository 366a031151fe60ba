import LocalAPNs
import NIOCore

/// Ends a connection that stays within its handshake, a frame or a header block for too long.
///
/// A connection between two frames may be idle for any time: Apple recommends to keep it open, with a PING after an hour.
final class ConnectionProgress: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let connection: ServerConnection
    private let limits: ServerLimits
    private var position = FramePosition()
    /// The start of the incomplete handshake, frame or header block; nil between frames.
    private var start: NIODeadline?
    private var timer: Scheduled<Void>?

    init(_ connection: ServerConnection, limits: ServerLimits) {
        self.connection = connection
        self.limits = limits
    }

    func handlerAdded(context: ChannelHandlerContext) {
        start = .now()
        schedule(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let hasEnded = position.read(unwrapInboundIn(data).readableBytesView)
        if !position.isIncomplete {
            start = nil
        } else if hasEnded || start == nil {
            start = .now()
            schedule(context)
        }
        context.fireChannelRead(data)
    }

    private var limit: TimeAmount { TimeAmount(position.isPreface ? limits.handshake : limits.frame) }

    private func schedule(_ context: ChannelHandlerContext) {
        guard timer == nil else { return }
        let this = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(in: limit) { this.value.handler.check(this.value.context) }
    }

    private func check(_ context: ChannelHandlerContext) {
        timer = nil
        guard let start else { return }
        guard start + limit <= .now() else { return schedule(context) }
        if position.isPreface {
            context.close(promise: nil)
        } else {
            connection.goAway(.idleTimeout)
        }
    }
}

/// The position in the client's stream of frames (RFC 9113, sections 3.4, 4.1 and 6.2).
struct FramePosition {
    private static let prefaceSize = 24
    private static let headerSize = 9

    private(set) var isPreface = true
    /// The bytes of the preface or of a frame's content that have not arrived.
    private var missing = prefaceSize
    private var header: [UInt8] = []
    private var isInHeaderBlock = false

    /// Whether the preface, a frame or a header block has begun and not ended.
    var isIncomplete: Bool { missing > 0 || !header.isEmpty || isInHeaderBlock }

    /// Reads bytes; returns whether the preface or a frame ended in them outside a header block.
    mutating func read(_ bytes: some Collection<UInt8>) -> Bool {
        var bytes = bytes[...]
        var hasEnded = false
        while !bytes.isEmpty {
            if missing > 0 {
                let count = min(missing, bytes.count)
                bytes = bytes.dropFirst(count)
                missing -= count
                if missing == 0 {
                    isPreface = false
                    hasEnded = hasEnded || !isInHeaderBlock
                }
                continue
            }
            let part = bytes.prefix(Self.headerSize - header.count)
            header += part
            bytes = bytes.dropFirst(part.count)
            guard header.count == Self.headerSize else { continue }
            missing = Int(header[0]) << 16 | Int(header[1]) << 8 | Int(header[2])
            noteHeader(type: header[3], flags: header[4])
            header = []
            if missing == 0 { hasEnded = hasEnded || !isInHeaderBlock }
        }
        return hasEnded
    }

    private mutating func noteHeader(type: UInt8, flags: UInt8) {
        let isHeaders = type == 1 || type == 9
        guard isHeaders else { return }
        let endsHeaders = flags & 0x4 != 0
        isInHeaderBlock = !endsHeaders
    }
}
