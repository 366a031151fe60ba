import Foundation
import Glibc

/// A program that a test starts in a session of its own, with default handlers and no blocked signals.
///
/// No method blocks a thread of the cooperative pool.
package struct Command: Sendable {
    /// The standard input of the program.
    package enum Input: Sendable {
        /// `/dev/null`
        case empty
        case bytes([UInt8])
        case closed
        case descriptor(Int32)
        /// Opened by the program, of which a terminal thereby becomes the controlling one.
        case path(String)
    }

    /// The destination of standard output or standard error.
    package enum Output: Sendable {
        /// A file without a name, which cannot fill up as a pipe does; its content is in the result.
        case captured
        case descriptor(Int32)
        case path(String)
    }

    /// A failure to start a program, or one that runs longer than its limit.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    /// The path of the executable.
    package var executable: String
    package var arguments: [String]
    /// The variables as `NAME=value`; nil for those of the tests.
    package var environment: [String]?
    /// The working directory; nil for that of the tests.
    package var folder: String?
    package var input: Input
    package var output = Output.captured
    package var errors = Output.captured

    package init(
        _ executable: String, _ arguments: [String] = [], environment: [String]? = nil, in folder: String? = nil,
        input: Input = .empty
    ) {
        (self.executable, self.arguments, self.environment) = (executable, arguments, environment)
        (self.folder, self.input) = (folder, input)
    }

    /// Runs the program to its end; one that runs longer than the limit is killed with its process group, and is a failure.
    ///
    /// Only some commands run at once, because all tests start together. Of two commands that wait for each other, the
    /// first is started with `start`, which waits for no other command.
    ///
    /// `meanwhile` is called once the program has started.
    package func run(
        limit: Duration = .seconds(300), meanwhile: () async throws -> Void = {}
    ) async throws -> Ended {
        await slots.take()
        defer { slots.release() }
        let program = try start()
        try await meanwhile()
        return try await program.end(limit: limit)
    }

    /// Starts the program.
    package func start() throws -> RunningCommand {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Closed here once the program has its copies.
        var file: AnonymousFile?
        switch input {
        case .empty: posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        case .bytes(let bytes):
            file = try AnonymousFile(bytes)
            file.map { _ = posix_spawn_file_actions_adddup2(&actions, $0.descriptor, STDIN_FILENO) }
        case .closed: posix_spawn_file_actions_addclose(&actions, STDIN_FILENO)
        case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, STDIN_FILENO)
        case .path(let path): posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, path, O_RDWR, 0)
        }
        let output = try Self.direct(output, to: STDOUT_FILENO, &actions)
        let errors = try Self.direct(errors, to: STDERR_FILENO, &actions)
        return try withExtendedLifetime(file) {
            RunningCommand(pid: try spawn(&actions), output: output, errors: errors)
        }
    }

    private static func direct(
        _ output: Output, to number: Int32, _ actions: inout posix_spawn_file_actions_t
    ) throws -> AnonymousFile? {
        switch output {
        case .captured:
            let file = try AnonymousFile()
            posix_spawn_file_actions_adddup2(&actions, file.descriptor, number)
            return file
        case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, number)
        case .path(let path): posix_spawn_file_actions_addopen(&actions, number, path, O_RDWR, 0)
        }
        return nil
    }

    private func spawn(_ actions: inout posix_spawn_file_actions_t) throws -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // POSIX_SPAWN_SETSID, which glibc's header shows only to those who define `_GNU_SOURCE`.
        let newSession: Int16 = 0x80
        posix_spawnattr_setflags(&attributes, newSession | Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // The threads that tests run on have signals blocked, and a program would start so.
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)

        let variables = environment ?? ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
        // The action of posix_spawn for a working directory is hidden, too.
        let command = (folder.map { ["/usr/bin/env", "-C", $0] } ?? []) + [executable] + arguments
        let words = Self.strings(command)
        let assignments = Self.strings(variables)
        defer { (words + assignments).forEach { free($0) } }
        var pid: pid_t = 0
        let number = posix_spawn(&pid, command[0], &actions, &attributes, words, assignments)
        guard number == 0 else {
            throw Failure(description: "\(executable) cannot be started: \(String(cString: strerror(number)))")
        }
        return pid
    }

    /// Copies in C's form, with the nil that ends them.
    private static func strings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        texts.map { strdup($0) } + [nil]
    }

    // MARK: - Executables

    /// The path of a program on the search path, or nil if there is none.
    package static func find(_ name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
            .first { access($0, X_OK) == 0 }
    }

    /// The path of an executable that was built with the tests; it is in the folder of the tests' own executable.
    package static func built(_ name: String) -> String {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: tests).deletingLastPathComponent().appending(path: name).path
    }
}
