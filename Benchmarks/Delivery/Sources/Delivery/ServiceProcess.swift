import Foundation

/// The push service in a process of its own.
struct ServiceProcess {
    let port: Int
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// Starts the process, and waits until it listens.
    init(_ setup: Setup) throws {
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["serve", setup.folder]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        guard let port = Int(Self.line(from: output)) else {
            throw DeliveryFailure(description: "the push service did not start")
        }
        self.port = port
    }

    /// Ends the process.
    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Asks the process for its state.
    func state() throws -> Service.State {
        try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
        guard let state = Service.State(line: Self.line(from: output)) else {
            throw DeliveryFailure(description: "the push service ended")
        }
        return state
    }

    /// Reads a short line, without its end.
    private static func line(from pipe: Pipe) -> String {
        var bytes: [UInt8] = []
        while let byte = try? pipe.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
