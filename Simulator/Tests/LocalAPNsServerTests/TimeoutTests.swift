import LocalAPNs
import NIOCore
import NIOEmbedded
import NIOHPACK
import NIOHTTP2
import Testing

@testable import LocalAPNsServer

/// With the default limits: 10 seconds for a handshake and a frame, 30 for a request and for reading an answer, 60 without a frame
/// if the server is full.
@Suite("Timeouts")
struct TimeoutTests {
    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    private static let settings: [UInt8] = [0, 0, 0, 4, 0, 0, 0, 0, 0]

    /// A client's connection with a clock that the test advances.
    private struct Client {
        let channel = EmbeddedChannel()
        let connection: ServerConnection
        private let sent = SentGoAways()

        init(isFull: Bool = false) throws {
            connection = ServerConnection(channel, to: .pushes)
            channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
            let progress = ConnectionProgress(connection, limits: ServerLimits(), isFull: { isFull })
            try channel.pipeline.syncOperations.addHandlers([sent, progress])
        }

        func send(_ bytes: some Collection<UInt8>) throws { try channel.writeInbound(ByteBuffer(bytes: bytes)) }

        func wait(_ milliseconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .milliseconds(milliseconds)) }

        /// Whether the server has ended the connection.
        var hasEnded: Bool { !channel.isActive || !sent.goAways.isEmpty }
    }

    @Test("a handshake ends 10 seconds after its start, also if bytes arrive")
    func handshake() throws {
        let client = try Client()
        for byte in Self.preface.prefix(9) {
            client.wait(1_000)
            try client.send([byte])
        }
        client.wait(999)
        #expect(!client.hasEnded)
        client.wait(1)
        #expect(client.hasEnded)
    }

    @Test("a frame has 10 seconds from its own start, not from that of a timer before it")
    func frame() throws {
        let client = try Client()
        client.wait(3_000)
        try client.send(Self.preface + Self.settings + [0, 0, 5])
        client.wait(9_999)
        #expect(!client.hasEnded)
        client.wait(1)
        #expect(client.hasEnded)
    }

    @Test("frames that end in time do not end a connection, in whichever parts they arrive")
    func steady() throws {
        let client = try Client()
        try client.send(Self.preface + Self.settings.prefix(4))
        for _ in 0..<10 {
            client.wait(9_000)
            // The end of a frame and the start of the next one.
            try client.send(Self.settings.dropFirst(4) + Self.settings.prefix(4))
        }
        #expect(!client.hasEnded)
    }

    @Test(
        "a connection between frames is ended after 60 seconds only if the server is full and no request is open",
        arguments: [(true, false), (true, true), (false, false)])
    func idle(isFull: Bool, hasRequest: Bool) throws {
        let client = try Client(isFull: isFull)
        try client.send(Self.preface + Self.settings)
        if hasRequest { #expect(client.connection.begin(1)) }
        client.wait(59_999)
        #expect(!client.hasEnded)
        client.wait(1)
        #expect(client.hasEnded == (isFull && !hasRequest))
        guard hasRequest else { return }
        client.connection.finish(1)
        client.wait(60_000)
        #expect(client.hasEnded)
    }

    @Test(
        "a client that reads nothing for 30 seconds is closed, and one that reads on is not", arguments: [true, false])
    func unread(reads: Bool) throws {
        let client = try Client()
        try client.send(Self.preface + Self.settings)
        client.channel.isWritable = false
        client.channel.pipeline.fireChannelWritabilityChanged()
        client.wait(29_999)
        #expect(client.channel.isActive)
        client.channel.isWritable = reads
        if reads { client.channel.pipeline.fireChannelWritabilityChanged() }
        client.wait(1)
        #expect(client.channel.isActive == reads)
    }

    @Test(
        "the end of a client's input closes the connection, after the answer to an open request",
        arguments: [false, true])
    func endOfInput(hasRequest: Bool) throws {
        let client = try Client()
        try client.send(Self.preface + Self.settings)
        if hasRequest { #expect(client.connection.begin(1)) }
        client.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(client.channel.isActive == hasRequest)
        guard hasRequest else { return }
        client.wait(5_000)
        #expect(client.channel.isActive)
        client.connection.finish(1)
        // The client has a second to read the answer.
        client.wait(1_000)
        #expect(!client.channel.isActive)
    }

    /// Returns whether a stream was reset, with the time in seconds at which it was.
    private func reset(_ frames: (EmbeddedChannel) throws -> Void) throws -> [Int64] {
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandler(RequestTimeout(ServerLimits()))
        try frames(channel)
        var times: [Int64] = []
        for second in 1...100 as ClosedRange<Int64> {
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
            while let payload = try channel.readOutbound(as: HTTP2Frame.FramePayload.self) {
                if case .rstStream = payload { times.append(second) }
            }
        }
        return times
    }

    @Test("a request that does not end, and an answer that the client does not let through, are reset after 30 seconds")
    func streams() throws {
        let request = HTTP2Frame.FramePayload.headers(.init(headers: HPACKHeaders([(":method", "POST")])))
        let whole = HTTP2Frame.FramePayload.headers(
            .init(headers: HPACKHeaders([(":method", "GET")]), endStream: true))
        let answer = HTTP2Frame.FramePayload.headers(
            .init(headers: HPACKHeaders([(":status", "200")]), endStream: true))
        let unfinished = try reset { try $0.writeInbound(request) }
        #expect(unfinished == [30])
        // A fault may delay the answer for any time.
        let unanswered = try reset { try $0.writeInbound(whole) }
        #expect(unanswered == [])
        let times = try reset { channel in
            try channel.writeInbound(whole)
            channel.embeddedEventLoop.advanceTime(by: .seconds(40))
            try channel.writeOutbound(answer)
        }
        #expect(times == [30])
    }
}
