#if canImport(ExtensionHost)
import ExtensionHost
import Foundation
import Glibc

/// The failure of a program: its cause, in lower case, with nothing of a request or an answer.
struct ProgramFailure: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// A started program, to which one line at a time is sent and which answers with a line.
///
/// Its functions block, and are called by one thread at a time.
final class ProgramProcess: Sendable {
    /// The maximum length of a line in bytes.
    static let longestLine = 16 << 20

    private let process: SpawnedProcess

    /// The interval between two checks whether the process has ended, in milliseconds; its children may keep the output open.
    private static let interval: Int32 = 50
    /// The time that a process has to end after the end of its input.
    private static let gracePeriod = Duration.seconds(1)

    /// Starts a command of the shell in a process group of its own.
    init(command: String) throws(SpawnFailure) {
        process = try SpawnedProcess.start(
            "/bin/sh", arguments: ["-c", "exec \(command)"], environment: ProcessInfo.processInfo.environment,
            channelDescriptor: STDIN_FILENO, passesStandardError: true)
    }

    /// Ends the input, so that the program can end by itself, then kills its process group.
    deinit {
        process.channel.endSending()
        _ = end(within: Self.gracePeriod)
        kill()
        _ = process.reap(waiting: true)
    }

    func kill() { process.kill() }

    /// Sends a line and returns the line that answers it, both without a line feed.
    func answer(
        to line: [UInt8], within limit: Duration, now: () -> ContinuousClock.Instant
    ) throws -> [UInt8] {
        let deadline = now() + limit
        var unsent = (line + [UInt8(ascii: "\n")])[...]
        var received = Received()
        let isClosedBefore = try receive(&received)
        guard received.bytes.isEmpty else { throw ProgramFailure("output before the request") }
        if isClosedBefore { throw ended("output") }
        while true {
            if !unsent.isEmpty {
                guard let count = process.channel.sendAvailable(unsent) else { throw ended("input") }
                unsent = unsent.dropFirst(count)
            }
            let left = deadline - now()
            guard left > .zero else {
                let problem = unsent.isEmpty ? "no answer" : "the request was not read, and no answer came,"
                throw ProgramFailure("\(problem) within \(limit.components.seconds) s")
            }
            wait(toSend: !unsent.isEmpty, milliseconds: Int32(min(left / .milliseconds(1), Double(Self.interval))) + 1)
            // Checked before the output is read, so that an answer written just before the end counts.
            let hasEnded = process.end != nil
            let isClosed = try receive(&received)
            if let line = received.line {
                guard unsent.isEmpty, received.bytes.count == line.count + 1 else {
                    throw ProgramFailure("more than one line for the request")
                }
                return Array(line)
            }
            if hasEnded || isClosed { throw ended("output") }
        }
    }

    /// Output with the number of bytes before its first line feed.
    private struct Received {
        var bytes: [UInt8] = []
        var lineCount: Int?

        var line: ArraySlice<UInt8>? { lineCount.map { bytes[..<$0] } }
    }

    /// Takes the available output until the first line feed; returns whether the output has ended.
    private func receive(_ received: inout Received) throws -> Bool {
        while received.lineCount == nil, let bytes = process.output.receive(waiting: false) {
            if bytes.isEmpty { return true }
            received.lineCount = bytes.firstIndex(of: UInt8(ascii: "\n")).map { received.bytes.count + $0 }
            received.bytes += bytes
            guard received.lineCount ?? received.bytes.count <= Self.longestLine else {
                throw ProgramFailure("a line of more than 16 MiB")
            }
        }
        return false
    }

    /// Waits for output, the end of the output, or a reader of the input.
    private func wait(toSend: Bool, milliseconds: Int32) {
        var waiting = [
            pollfd(fd: process.output.descriptor, events: Int16(POLLIN), revents: 0),
            // A descriptor of -1 is not polled.
            pollfd(fd: toSend ? process.channel.descriptor : -1, events: Int16(POLLOUT), revents: 0),
        ]
        _ = unsafe poll(&waiting, 2, milliseconds)
    }

    /// The failure of a program one of whose streams is closed.
    private func ended(_ stream: String) -> ProgramFailure {
        ProgramFailure(end(within: Self.gracePeriod).map { "it \($0)" } ?? "it closed its standard \(stream)")
    }

    /// Waits for the end of the process and returns its description; nil if it still runs after the time.
    private func end(within limit: Duration) -> String? {
        let deadline = ContinuousClock.now + limit
        while ContinuousClock.now < deadline {
            if let end = process.end { return end }
            usleep(2000)
        }
        return process.end
    }
}
#endif
