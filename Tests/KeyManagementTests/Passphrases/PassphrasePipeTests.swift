import CryptoPrimitives
import Foundation
import Glibc
import KeyManagement
import Synchronization
import TestSupport
import Testing

@Suite("A passphrase of a pipe")
struct PassphrasePipeTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = "\(folder.path)/pipe"
        // Another user may open it, but what is written is read once, by this process.
        try #require(mkfifo(path, 0o600) == 0 && chmod(path, 0o644) == 0)
    }

    private func matches(_ passphrase: Passphrase, _ text: String) throws -> Bool {
        try passphrase.matches(Passphrase(copying: Array(text.utf8).span))
    }

    @Test("a pipe is read to its end, whatever its mode")
    func pipe() throws {
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let writer = open(path, O_WRONLY | O_NONBLOCK)
        try #require(reader >= 0 && write(writer, "a b\n", 4) == 4 && close(writer) == 0)
        #expect(try matches(Passphrase(file: path) { _ in Issue.record("waits") }, "a b"))
    }

    @Test("a pipe without a writer is waited for, and that is said once")
    func waiting() throws {
        var lines: [String] = []
        let passphrase = try Passphrase(file: path) { line in
            lines.append(line)
            let writer = open(path, O_WRONLY | O_NONBLOCK)
            #expect(write(writer, "a b", 3) == 3)
            close(writer)
        }
        #expect(try matches(passphrase, "a b"))
        #expect(lines == ["waiting for another process to write to \(path)"])
    }

    @Test("a passphrase may have several lines, and a line feed that is written first does not end it")
    func lines() throws {
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let writer = open(path, O_WRONLY | O_NONBLOCK)
        try #require(reader >= 0 && writer >= 0)
        let thread = Thread {
            _ = write(writer, "a\n", 2)
            // The second line is written when the first was read.
            var unread = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
            while poll(&unread, 1, 0) > 0 { sched_yield() }
            _ = write(writer, "b", 1)
            close(writer)
        }
        thread.start()
        #expect(try matches(Passphrase(file: path), "a\nb"))
    }

    @Test("an empty passphrase and one that is too long are told apart, and a path holds no zero byte")
    func reasons() throws {
        for (count, found) in [(0, "found none"), (1025, "found more")] {
            let error = #expect(throws: KeyError.self) {
                try Passphrase(copying: [UInt8](repeating: 1, count: count).span)
            }
            #expect(error?.code == .wrongPassphrase && error?.reason.hasSuffix(found) == true)
        }
        // A system call would open the file whose name ends at the zero byte.
        try folder.write("x", to: "p")
        expectError(.invalidName) { try Passphrase(file: "\(folder.path)/p\0q") }
    }

    @Test("a build has passphrases if its cryptography derives keys from them")
    func support() throws {
        let key = try? Argon2id.deriveKey(
            passphrase: SecretMemory(copying: [1].span), salt: [UInt8](repeating: 0, count: Argon2id.saltByteCount),
            passes: 1, memoryByteCount: 8192, outputByteCount: 32)
        #expect(Passphrase.isSupported == (key != nil))
    }

    @Test("signals end neither the wait for a writer nor the reading")
    func signals() async throws {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in }
        try #require(sigaction(SIGUSR2, &action, nil) == 0)
        let thread = Mutex<pthread_t?>(nil)
        async let passphrase = onOwnThread { [path] in
            thread.withLock { $0 = pthread_self() }
            return try Passphrase(file: path)
        }
        try await until("the pipe is open") {
            (0..<1024).contains { number in
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")) == path
            }
        }
        let reader = try #require(thread.withLock { $0 })
        func interrupt() {
            for _ in 0..<100 {
                pthread_kill(reader, SIGUSR2)
                sched_yield()
            }
        }
        interrupt()
        let writer = open(path, O_WRONLY | O_NONBLOCK)
        try #require(write(writer, "a ", 2) == 2)
        interrupt()
        try #require(write(writer, "b", 1) == 1 && close(writer) == 0)
        #expect(try await matches(passphrase, "a b"))
    }
}
