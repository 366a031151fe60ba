import Foundation

/// A program that a test starts; no function blocks a thread of the cooperative pool.
final class Program: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let process = Process()
    private let ends: AsyncStream<Int32>
    let output: FileHandle

    init(_ words: [String], reads: Bool = true) throws {
        let pipe = Pipe()
        output = pipe.fileHandleForReading
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.standardInput = FileHandle.nullDevice
        // A daemon would keep the pipe open.
        process.standardOutput = reads ? pipe.fileHandleForWriting : FileHandle.nullDevice
        process.standardError = reads ? FileHandle.standardError : FileHandle.nullDevice
        let (ends, continuation) = AsyncStream<Int32>.makeStream()
        self.ends = ends
        process.terminationHandler = {
            continuation.yield($0.terminationStatus)
            continuation.finish()
        }
        try process.run()
        try pipe.fileHandleForWriting.close()
    }

    /// Runs a program to its end and returns its output.
    @discardableResult
    static func run(_ words: String..., reads: Bool = true) async throws -> String {
        try await run(words, reads: reads)
    }

    @discardableResult
    static func run(_ words: [String], reads: Bool = true) async throws -> String {
        let program = try Program(words, reads: reads)
        let output = reads ? await onOwnThread { program.output.readDataToEndOfFile() } : Data()
        guard await program.status() == 0 else {
            throw Failure(description: "failed: \(words.joined(separator: " "))")
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Waits for the end.
    func status() async -> Int32? { await ends.first { _ in true } }

    func kill() { _ = Foundation.kill(process.processIdentifier, SIGKILL) }

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
