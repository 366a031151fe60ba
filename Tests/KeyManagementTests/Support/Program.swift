import Foundation

/// A program that a test runs.
struct Program: Sendable {
    let path: String

    /// The program of a name on the search path, or nil where there is none.
    init?(_ name: String) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        guard let folder = folders.first(where: { access("\($0)/\(name)", X_OK) == 0 }) else { return nil }
        path = "\(folder)/\(name)"
    }

    /// The program at a path, or nil where there is none.
    init?(path: String) {
        guard access(path, X_OK) == 0 else { return nil }
        self.path = path
    }

    /// The command line tool that was built with these tests, which stands beside them.
    static let sealedpush = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        .flatMap { Program(path: ($0 as NSString).deletingLastPathComponent + "/sealedpush") }

    /// Runs the program and returns how it ended and what it wrote.
    func run(_ arguments: [String], input: [UInt8] = []) throws -> (status: Int32, output: [UInt8], errors: String) {
        let process = Process()
        let (given, output, errors) = (Pipe(), Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        (process.standardInput, process.standardOutput, process.standardError) = (given, output, errors)
        try process.run()
        given.fileHandleForWriting.write(Data(input))
        given.fileHandleForWriting.closeFile()
        let written = output.fileHandleForReading.readDataToEndOfFile()
        let said = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, Array(written), String(decoding: said, as: UTF8.self))
    }
}

/// The project's folder, for scripts that tests run.
let projectFolder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .path
