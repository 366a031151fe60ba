import LocalAPNs
import NIOCore
import NIOEmbedded
import NIOHTTP2
import Testing

@testable import LocalAPNsServer

@Suite("GOAWAY")
struct GoAwayTests {
    /// A GOAWAY without debug data (RFC 9113, section 6.8).
    private static func goAway(code: UInt8) -> [UInt8] {
        [0, 0, 8, 7, 0, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, code]
    }

    /// Returns the bytes that reach the network when the server writes buffers.
    private func written(_ buffers: [[UInt8]], by prepare: (ServerConnection) -> Void = { _ in }) throws -> [UInt8] {
        let channel = EmbeddedChannel()
        let connection = ServerConnection(channel, to: .pushes)
        prepare(connection)
        try channel.pipeline.syncOperations.addHandler(GoAwayWriter(connection))
        for buffer in buffers { try channel.writeOutbound(IOData.byteBuffer(ByteBuffer(bytes: buffer))) }
        var bytes: [UInt8] = []
        while let data = try channel.readOutbound(as: IOData.self) {
            guard case .byteBuffer(let buffer) = data else { continue }
            bytes += Array(buffer.readableBytesView)
        }
        return bytes
    }

    @Test("a GOAWAY of an error gets the last stream that may have been processed, and the error's name")
    func completed() throws {
        let text = Array(#"{"reason":"PROTOCOL_ERROR"}"#.utf8)
        let bytes = try written([Self.goAway(code: 1)]) { connection in
            #expect(connection.begin(1) && connection.begin(3))
            connection.finish(3)
        }
        let header = [0, 0, 8 + UInt8(text.count), 7, 0, 0, 0, 0, 0]
        #expect(bytes == header + [0, 0, 0, 3, 0, 0, 0, 1] + text)
    }

    @Test(
        "other buffers pass unchanged",
        arguments: [
            // Without an error, and content of 17 bytes that resembles GOAWAY.
            [GoAwayTests.goAway(code: 0)], [[0, 0, 8, 7] + Array(repeating: 0x20, count: 13)],
            // A header of DATA with 17 bytes, and its content in a second buffer.
            [[0, 0, 17, 0, 1, 0, 0, 0, 1], Array(#"{"reason":"abcd"}"#.utf8)], [[]],
        ])
    func unchanged(buffers: [[UInt8]]) throws {
        #expect(try written(buffers) == buffers.flatMap(\.self))
    }

    @Test("NIO's GOAWAY after DATA on stream 0 is completed")
    func niosOwn() throws {
        let channel = EmbeddedChannel()
        let connection = ServerConnection(channel, to: .pushes)
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(GoAwayWriter(connection))
        try pipeline.addHandler(NIOHTTP2Handler(mode: .server))
        try pipeline.addHandler(ConnectionEnd(connection, noteOtherProtocol: {}))
        channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        var bytes = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        bytes += [0, 0, 0, 4, 0, 0, 0, 0, 0]
        bytes += [0, 0, 1, 0, 0, 0, 0, 0, 0, 120]
        try channel.writeInbound(ByteBuffer(bytes: bytes))
        var sent = ""
        while let data = try channel.readOutbound(as: IOData.self) {
            if case .byteBuffer(let buffer) = data { sent += String(buffer: buffer) }
        }
        #expect(sent.hasSuffix(#"{"reason":"PROTOCOL_ERROR"}"#))
        #expect(connection.isBroken && !connection.begin(1))
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    // MARK: - The server's own

    @Test("a later GOAWAY never names a higher stream than an earlier one")
    func twice() throws {
        let channel = EmbeddedChannel()
        let sent = SentGoAways()
        try channel.pipeline.syncOperations.addHandler(sent)
        let connection = ServerConnection(channel, to: .pushes)
        for stream in [1, 3, 5] { #expect(connection.begin(stream)) }
        // Stream 5 gets no answer, and a client may retry it.
        connection.goAway(.shutdown, refusing: 5)
        #expect(!connection.begin(7))
        connection.finish(5)
        connection.goAway(.idleTimeout)
        // Stream 3 is not above the last one of both, so only its reset says that a client may retry it.
        connection.goAway(.shutdown, refusing: 3)
        #expect(sent.goAways.map(\.last) == [3, 3, 3])
        var reset: [Int] = []
        while let frame = try channel.readOutbound(as: HTTP2Frame.self) {
            guard case .rstStream(.refusedStream) = frame.payload else { continue }
            reset.append(Int(frame.streamID))
        }
        #expect(reset == [3])
        #expect(connection.breakOff() == 3)
    }

    @Test("after GOAWAY, no stream is reset that it lets a client retry")
    func resets() throws {
        let channel = EmbeddedChannel()
        let connection = ServerConnection(channel, to: .pushes)
        try channel.pipeline.syncOperations.addHandler(GoAwayWriter(connection))
        func reset(_ stream: UInt8) -> ByteBuffer { ByteBuffer(bytes: [0, 0, 4, 3, 0, 0, 0, 0, stream, 0, 0, 0, 7]) }
        #expect(connection.begin(1) && connection.begin(3))
        try channel.writeOutbound(IOData.byteBuffer(reset(5)))
        connection.goAway(.shutdown)
        for stream: UInt8 in [3, 5] { try channel.writeOutbound(IOData.byteBuffer(reset(stream))) }
        var sent: [ByteBuffer] = []
        while case .byteBuffer(let buffer) = try channel.readOutbound(as: IOData.self) { sent.append(buffer) }
        #expect(sent == [reset(5), GoAway(last: 3, reason: "Shutdown").frame, reset(3)])
    }

    @Test("the connection is closed a second after the last answer")
    func closing() throws {
        let channel = EmbeddedChannel()
        channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        let connection = ServerConnection(channel, to: .pushes)
        #expect(connection.begin(1) && connection.begin(3))
        connection.goAway(.shutdown)
        connection.finish(1)
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        #expect(channel.isActive)
        connection.finish(3)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(999))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(!channel.isActive)
    }

    /// The socket of a client that does not read: no write completes before the connection is closed.
    private final class Stalled: ChannelOutboundHandler {
        typealias OutboundIn = IOData
        private var promises: [EventLoopPromise<Void>?] = []

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            promises.append(promise)
        }

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            for promise in promises { promise?.fail(ChannelError.ioOnClosedChannel) }
            context.close(mode: mode, promise: promise)
        }
    }

    @Test("the server stops with clients that do not read, after they had time to", .timeLimit(.minutes(5)))
    func stalled() async throws {
        let table = ConnectionTable()
        let channels = [NIOAsyncTestingChannel(), NIOAsyncTestingChannel()]
        for channel in channels {
            try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
            let connection = table.add(channel, to: .pushes)
            try await channel.testingEventLoop.executeInContext {
                try channel.pipeline.syncOperations.addHandler(GoAwayWriter(connection))
            }
        }
        try await channels[0].testingEventLoop.executeInContext {
            try channels[0].pipeline.syncOperations.addHandler(Stalled(), position: .first)
        }
        let end = Task { await table.shutDown() }
        // GOAWAY is written to the second client although the first one reads nothing.
        guard case .byteBuffer(let frame) = try await channels[1].waitForOutboundWrite(as: IOData.self) else {
            Issue.record("expected GOAWAY")
            return
        }
        #expect(String(buffer: frame).hasSuffix(#"{"reason":"Shutdown"}"#))
        #expect(channels.map(\.isActive) == [true, true])
        // Another thread schedules the closes, at any time after GOAWAY.
        while table.count > 0 {
            for channel in channels { await channel.testingEventLoop.advanceTime(by: .seconds(1)) }
        }
        await end.value
    }
}
