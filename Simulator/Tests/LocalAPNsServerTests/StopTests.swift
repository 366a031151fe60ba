import LocalAPNs
import NIOCore
import NIOEmbedded
import NIOHTTP2
import Synchronization
import Testing

@testable import LocalAPNsServer

@Suite("A stop with busy connections")
struct StopTests {
    /// A request without a body (RFC 9113, section 6.2): POST, https and / are in the static table of RFC 7541.
    private static func request(on stream: UInt8) -> [UInt8] {
        [0, 0, 3, 1, 5, 0, 0, 0, stream, 0x83, 0x87, 0x84]
    }

    @Test("streams that come before and after the end of the server's task are answered", .timeLimit(.minutes(5)))
    func busy() async throws {
        let answered = Mutex<[Int]>([])
        let table = ConnectionTable()
        let setup = APNsChannel(host: .pushes, connections: table, limits: ServerLimits(), noteOtherProtocol: {}) {
            frames, _ in
            try? await frames.executeThenClose { inbound, _ in
                let stream = try await frames.channel.getOption(HTTP2StreamChannelOptions.streamID).get()
                answered.withLock { $0.append(Int(stream)) }
            }
        }
        let channel = NIOAsyncTestingChannel()
        let value = try await channel.testingEventLoop.submit {
            setup.setup(channel: channel, logger: Loopback.logger("test"))
        }.get().get()
        try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
        let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0]
        // The first stream waits for a task, and the second one comes when none takes streams any more.
        try await channel.writeInbound(ByteBuffer(bytes: preface + Self.request(on: 1)))
        let server = Task { await setup.handle(value: value, logger: Loopback.logger("test")) }
        server.cancel()
        await server.value
        try await channel.writeInbound(ByteBuffer(bytes: Self.request(on: 3)))
        while answered.withLock({ $0 != [1, 3] }) { await Task.yield() }
        try await channel.close()
    }
}
