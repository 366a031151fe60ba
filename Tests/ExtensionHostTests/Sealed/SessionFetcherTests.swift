#if Networking
import Foundation
import Glibc
import Synchronization
import Testing

@testable import SealedNotifications

@Suite("The download of a blob by a session of Foundation's")
struct SessionFetcherTests {
    /// A server on loopback that answers each connection by the same bytes, and keeps what it was sent.
    private final class Server: Sendable {
        let port: UInt16
        let requests = Mutex<[String]>([])
        private let socket: Int32

        /// Answers, and closes the connection at once or after the client.
        init(_ answer: [UInt8], closesLast: Bool = false) throws {
            let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            self.socket = socket
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isReady = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(socket, $0, size) == 0 && listen(socket, 8) == 0 && getsockname(socket, $0, &size) == 0
                }
            }
            guard isReady else { throw URLError(.cannotConnectToHost) }
            port = address.sin_port.bigEndian
            Thread.detachNewThread { [self] in
                while case let connection = accept(socket, nil, nil), connection >= 0 {
                    var buffer = [UInt8](repeating: 0, count: 16_384)
                    let count = read(connection, &buffer, buffer.count)
                    requests.withLock { $0.append(String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)) }
                    var rest = answer[...]
                    while !rest.isEmpty {
                        let sent = rest.withUnsafeBytes {
                            send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                        }
                        if sent <= 0 { break }
                        rest = rest.dropFirst(sent)
                    }
                    while closesLast, read(connection, &buffer, buffer.count) > 0 {}
                    close(connection)
                }
            }
        }

        deinit { close(socket) }

        func end() { shutdown(socket, Int32(SHUT_RDWR)) }
    }

    private static func answer(_ status: String, _ headers: [String] = [], _ body: [UInt8] = []) -> [UInt8] {
        Array((["HTTP/1.1 \(status)", "Connection: close"] + headers + ["", ""]).joined(separator: "\r\n").utf8) + body
    }

    private final class Received: Sendable {
        let bytes = Mutex<[UInt8]>([])
    }

    private func fetch(_ server: Server, limit: Int = .max) async throws -> [UInt8] {
        let received = Received()
        let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/blob"))
        try await SessionFetcher().fetch(url) { part in
            try received.bytes.withLock {
                guard $0.count + part.count <= limit else { throw URLError(.dataLengthExceedsMaximum) }
                $0 += part
            }
        }
        return received.bytes.withLock { $0 }
    }

    @Test("the bytes of a blob arrive in their order, and no cookie is sent, also after one was set")
    func download() async throws {
        let blob = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let server = try Server(Self.answer("200 OK", ["Content-Length: 300000", "Set-Cookie: a=b"], blob))
        defer { server.end() }
        #expect(try await fetch(server) == blob)
        #expect(try await fetch(server) == blob)
        let requests = server.requests.withLock { $0 }
        #expect(requests.count == 2)
        for request in requests {
            #expect(!request.lowercased().contains("cookie:"))
            #expect(request.contains("Accept-Encoding: identity"))
        }
    }

    @Test("a redirect is not followed")
    func redirect() async throws {
        let target = try Server(Self.answer("200 OK", ["Content-Length: 1"], [1]))
        defer { target.end() }
        for status in [
            "301 Moved Permanently", "302 Found", "303 See Other", "307 Temporary Redirect", "308 Permanent Redirect",
        ] {
            let server = try Server(
                Self.answer(status, ["Location: http://127.0.0.1:\(target.port)/", "Content-Length: 0"]))
            defer { server.end() }
            await #expect(throws: (any Error).self) { try await fetch(server) }
        }
        #expect(target.requests.withLock { $0.isEmpty })
    }

    @Test(
        "an answer other than 200 is refused, whatever its body",
        arguments: ["404 Not Found", "500 Internal Server Error", "206 Partial Content", "204 No Content"])
    func status(status: String) async throws {
        let server = try Server(Self.answer(status, ["Content-Length: 3"], [1, 2, 3]))
        defer { server.end() }
        await #expect(throws: (any Error).self) { try await fetch(server) }
    }

    @Test("a connection that ends before the announced length is refused")
    func cutOff() async throws {
        let server = try Server(Self.answer("200 OK", ["Content-Length: 300000"], [UInt8](repeating: 1, count: 1_000)))
        defer { server.end() }
        await #expect(throws: (any Error).self) { try await fetch(server) }
    }

    @Test("the download ends when its bytes are refused")
    func tooMuch() async throws {
        let server = try Server(Self.answer("200 OK", [], [UInt8](repeating: 1, count: 50_000_000)))
        defer { server.end() }
        let error = await #expect(throws: URLError.self) { try await fetch(server, limit: 100_000) }
        #expect(error?.code == .dataLengthExceedsMaximum)
    }

    @Test("the download ends when it is cancelled")
    func cancellation() async throws {
        let server = try Server(Self.answer("200 OK", ["Content-Length: 2"], [1]), closesLast: true)
        defer { server.end() }
        let task = Task { try await fetch(server) }
        while server.requests.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(10)) }
        task.cancel()
        await #expect(throws: (any Error).self) { try await task.value }
    }

    @Test("no server is a failure")
    func unreachable() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:1/"))
        await #expect(throws: (any Error).self) { try await SessionFetcher().fetch(url) { _ in } }
    }
}
#endif
