import Foundation

/// The built `sealedpush-simulator`, which stands beside the tests' executable.
struct Tool: ~Copyable {
    private let process: Process

    /// Starts the tool.
    static func run(_ arguments: [String]) throws -> Tool {
        let this = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: this).deletingLastPathComponent()
            .appendingPathComponent("sealedpush-simulator")
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        return Tool(process: process)
    }

    /// Runs a command of the tool to its end.
    ///
    /// - Throws: `Failed` if it fails.
    static func end(_ arguments: [String]) async throws {
        let tool = try run(arguments)
        while tool.process.isRunning { try await Task.sleep(for: .milliseconds(20)) }
        guard tool.process.terminationStatus == 0 else { throw Failed(arguments: arguments) }
    }

    struct Failed: Error { let arguments: [String] }

    /// Ends the process by SIGKILL, and waits for its end.
    func kill() {
        guard process.isRunning else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
