import Foundation
import LocalAPNsServer

/// The built `sealedpush-simulator`, which stands beside the tests' executable.
enum Tool {
    struct Failed: Error { let arguments: [String] }

    /// Runs a command of the tool to its end.
    ///
    /// - Throws: `Failed` if it fails.
    static func run(_ arguments: [String]) async throws {
        let (_, end) = try start(arguments)
        guard await end.value == 0 else { throw Failed(arguments: arguments) }
    }

    /// Runs the tool during a closure, then ends it by SIGKILL and waits for its end.
    static func run<Result>(
        _ arguments: [String], during body: () async throws -> Result
    ) async throws -> Result {
        let (process, end) = try start(arguments)
        func stop() async {
            kill(process, SIGKILL)
            _ = await end.value
        }
        do {
            let result = try await body()
            await stop()
            return result
        } catch {
            await stop()
            throw error
        }
    }

    /// Starts the tool; its exit code is set at its end.
    private static func start(_ arguments: [String]) throws -> (process: pid_t, end: Latch<Int32>) {
        let this = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: this).deletingLastPathComponent()
            .appendingPathComponent("sealedpush-simulator")
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        let end = Latch<Int32>()
        process.terminationHandler = { end.open(with: $0.terminationStatus) }
        try process.run()
        return (process.processIdentifier, end)
    }
}
