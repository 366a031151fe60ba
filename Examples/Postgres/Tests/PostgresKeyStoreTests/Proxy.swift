import Foundation
import Glibc
import Synchronization
import Testing

/// A way to the server that a test can hold or cut: a Unix socket that forwards all bytes.
final class Proxy: Sendable {
    private enum Mode { case open, held, cut(after: Int, @Sendable () async throws -> Void) }

    let folder: String
    private let target: String
    private let listener: Int32
    private let state = Mutex<(mode: Mode, trips: Int, isAnswered: Bool)>((.open, 0, true))
    private let opening = NSCondition()

    init(to server: Server) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        target = server.socket()
        listener = Self.socket()
        guard Self.withAddress(server.socket(in: folder), { bind(listener, $0, $1) }) == 0, listen(listener, 64) == 0
        else { throw Program.Failure(description: "no socket for a proxy") }
        Thread { [listener, weak self] in
            while case let client = accept(listener, nil, nil), client >= 0 { self?.forward(client) }
        }.start()
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The number of round trips: how many times the client has sent something after an answer.
    var trips: Int { state.withLock { $0.trips } }

    /// Keeps answers back until `open`.
    func hold() { state.withLock { $0.mode = .held } }

    func open() {
        state.withLock { $0.mode = .open }
        opening.withLock { opening.broadcast() }
    }

    /// Forwards some answers, drops the next one, does something, and closes that connection; others are forwarded.
    func cutNextAnswer(after count: Int = 0, _ meanwhile: @escaping @Sendable () async throws -> Void = {}) {
        state.withLock { $0.mode = .cut(after: count, meanwhile) }
    }

    private func forward(_ client: Int32) {
        let server = Self.socket()
        guard Self.withAddress(target, { connect(server, $0, $1) }) == 0 else {
            close(client)
            close(server)
            return
        }
        Thread { [self] in
            copy(client, server) {
                self.state.withLock { state in
                    if state.isAnswered { state.trips += 1 }
                    state.isAnswered = false
                }
                return true
            }
        }.start()
        Thread { [self] in copy(server, client) { self.passes() } }.start()
    }

    /// Whether an answer is forwarded; waits while answers are held.
    private func passes() -> Bool {
        opening.lock()
        defer { opening.unlock() }
        while true {
            let mode = state.withLock { state in
                state.isAnswered = true
                guard case .cut(let count, let meanwhile) = state.mode else { return state.mode }
                state.mode = count > 0 ? .cut(after: count - 1, meanwhile) : .open
                return count > 0 ? .open : .cut(after: 0, meanwhile)
            }
            switch mode {
            case .open: return true
            case .held: opening.wait()
            case .cut(_, let meanwhile):
                let done = DispatchSemaphore(value: 0)
                Task {
                    await #expect(throws: Never.self) { try await meanwhile() }
                    done.signal()
                }
                done.wait()
                return false
            }
        }
    }

    private func copy(_ source: Int32, _ target: Int32, _ passes: () -> Bool) {
        var bytes = [UInt8](repeating: 0, count: 65536)
        while case let count = read(source, &bytes, bytes.count), count > 0, passes() {
            guard send(target, bytes, count, Int32(MSG_NOSIGNAL)) == count else { break }
        }
        // The other direction ends too; the numbers stay taken, so that no later connection has them meanwhile.
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(target, Int32(SHUT_RDWR))
    }

    private static func socket() -> Int32 {
        Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    }

    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }
}
