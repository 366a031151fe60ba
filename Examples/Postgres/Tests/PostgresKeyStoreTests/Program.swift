import Foundation
import Glibc

/// A program that a test starts; no function blocks a thread of the cooperative pool.
///
/// Foundation's `Process` takes a program for running as long as a daemon that it has started runs.
struct Program: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let pid: pid_t
    /// What it writes; ends with the program, unless it starts a daemon.
    let output: FileHandle

    init(_ words: [String]) throws {
        // No other program keeps its end open, as one might that of a pipe.
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Failure(description: "no socket for a program")
        }
        defer { close(ends[1]) }
        output = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        let arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var pid: pid_t = 0
        guard posix_spawnp(&pid, words[0], &actions, nil, arguments, environ) == 0 else {
            throw Failure(description: "\(words[0]) cannot be started")
        }
        self.pid = pid
    }

    /// Runs a program to its end and returns its output.
    @discardableResult
    static func run(_ words: String...) async throws -> String { try await run(words) }

    @discardableResult
    static func run(_ words: [String], reads: Bool = true) async throws -> String {
        let program = try Program(words)
        let output = reads ? await onOwnThread { program.output.readDataToEndOfFile() } : Data()
        guard await program.status() == 0 else {
            throw Failure(description: "failed: \(words.joined(separator: " "))")
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Waits for the end, and returns the exit code or the number of the signal; once.
    func status() async -> Int32 {
        await onOwnThread {
            var status: Int32 = 0
            while waitpid(pid, &status, 0) < 0, errno == EINTR {}
            return status & 0x7f == 0 ? status >> 8 : status & 0x7f
        }
    }

    func kill() { _ = Glibc.kill(pid, SIGKILL) }

    /// The path of an executable that was built with the tests.
    static func built(_ name: String) -> String {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: tests).deletingLastPathComponent().appending(path: name).path
    }
}

/// Runs work that blocks.
func onOwnThread<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: work()) }.start()
    }
}
