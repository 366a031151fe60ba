import Foundation
import GRDB
import KeyDatabase
import KeyManagement
import TestSupport
import Testing

/// Servers in processes of their own, which enrol devices in one file.
@Suite("A registry of several processes", .serialized)
struct ProcessTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    private static let executable = Command.built("RegistrySpecimen")

    /// Starts a server that writes its lines to the pipe.
    private func start(_ words: String...) throws -> (process: RunningCommand, output: FileHandle) {
        let pipe = Pipe()
        var command = Command(Self.executable, words)
        command.output = .descriptor(pipe.fileHandleForWriting.fileDescriptor)
        let process = try command.start()
        // The pipe ends with the server.
        try pipe.fileHandleForWriting.close()
        return (process, pipe.fileHandleForReading)
    }

    private func registry() throws -> DeviceRegistry {
        let store = try SQLiteKeyStore(path: folder.path(), busyTimeout: .seconds(60))
        return try DeviceRegistry(store, provider: .generate(name: "bank", role: .provider))
    }

    @Test("4 processes that make a file and enrol 160 devices at once lose none")
    func atOnce() async throws {
        let servers = try (0..<4).map { number in
            try Command(Self.executable, ["enrol", folder.path(), "p\(number)", "40"]).start()
        }
        var acknowledged: [Data: String] = [:]
        for server in servers {
            let end = try await server.end(limit: .seconds(3600))
            for line in lines(Data(end.output)) where line[0] == "+" { acknowledged[Data(line[1].utf8)] = line[2] }
            #expect(end.status == .exited(0))
        }
        let registry = try registry()
        let registrations = try await registry.registrations()
        #expect(acknowledged.count == 160 && registrations.count == 160)
        for registration in registrations {
            #expect(registration.key?.thumbprint.description == acknowledged[Data(registration.id.string.utf8)])
        }
    }

    @Test("after a hundred kills every acknowledged step is kept, and nothing is half-written")
    func kills() async throws {
        var said: [[String]] = []
        for round in 0..<50 {
            let servers = try (0..<2).map { try start("churn", folder.path(), "r\(round)p\($0)") }
            for (process, output) in servers {
                let read = try await onOwnThread {
                    // Killed after some of its lines, at any moment of what follows.
                    var read = output.availableData
                    while !read.isEmpty, read.count < Int.random(in: 1...1500) { read += output.availableData }
                    usleep(.random(in: 0...3000))
                    process.signal(SIGKILL)
                    return read + output.readDataToEndOfFile()
                }
                #expect(try await process.end().status == .signalled(SIGKILL))
                said += lines(read)
            }
        }
        try await check(said)
    }

    /// Compares the registry with what the servers said.
    private func check(_ said: [[String]]) async throws {
        let registry = try registry()
        var steps: [UTF8Text: [[String]]] = [:]
        for line in said { steps[UTF8Text(line[1]), default: []].append(line) }
        #expect(steps.count > 100)
        var removed = 0
        for (id, lines) in steps {
            let registration = try await registry.registration(of: id)
            let last = lines.last { $0[0] != ">" } ?? ["none"]
            let isInterrupted = lines.last?[0] == ">"
            switch last[0] {
            case "+":
                let isKept = registration?.key?.thumbprint.description == last[2]
                // A step that was interrupted has happened, or it has not.
                let isNext = isInterrupted && (registration == nil || registration?.state == .enrolled)
                #expect(isKept || isNext, "\(id): \(lines)")
            case "-":
                #expect(registration == nil, "\(id): \(lines)")
                removed += 1
            default: #expect(isInterrupted && registration?.state != .ended, "\(id): \(lines)")
            }
        }
        #expect(removed > 10)
        let columns = try await DatabaseQueue(path: folder.path()).read { database in
            let rows = try Row.fetchAll(
                database, sql: "SELECT name, publicKey FROM keyring WHERE publicKey IS NOT NULL")
            return Dictionary(
                uniqueKeysWithValues: rows.map {
                    (UTF8Text(String(decoding: $0["name"] as Data, as: UTF8.self)), Array($0["publicKey"] as Data))
                })
        }
        for registration in try await registry.registrations(limit: .max) {
            #expect(steps[registration.id] != nil)
            #expect((registration.key != nil) == (registration.state == .enrolled))
            // The column and the text were written together.
            #expect(columns[registration.id] == registration.key?.rawRepresentation)
        }
        let integrity = try await DatabaseQueue(path: folder.path()).read {
            try String.fetchAll($0, sql: "PRAGMA integrity_check")
        }
        #expect(integrity == ["ok"])
    }

    /// The words of each whole line.
    private func lines(_ data: Data) -> [[String]] {
        data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
            .map { String(decoding: $0, as: UTF8.self).split(separator: " ").map(String.init) }
    }

    // MARK: - Removal of a folder's keyring

    private static let python = Command.find("python3")

    @Test(
        "a removal that is killed at any system call leaves a keyring or none, and no public key outlives its secret",
        .enabled(if: python != nil, "python3 is not here"), arguments: KeyRole.allCases, [true, false])
    func removal(role: KeyRole, isSecret: Bool) async throws {
        guard isSecret || role != .shared else { return }
        let template = KeyDirectory(folder.path("template"))
        let keyring = try Keyring.generate(name: "k", role: role, at: 1)
        try await template.add(
            isSecret ? keyring : Keyring(importing: keyring.publicHalf().text(), name: "k", role: role, at: 1))
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("template")).sorted()
        let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let result = try await Command(
            try #require(Self.python),
            [
                project.appending(path: "Crash/kill_at_every_syscall.py").path, "KILL", folder.path("template"),
                folder.path("runs"), "--", Self.executable, "remove", "{}", "k",
            ]
        ).run(limit: .seconds(3600))
        guard result.exitCode != 77 else {
            return withKnownIssue("skipped: this system does not allow ptrace") { Issue.record("no ptrace") }
        }
        try #require(result.exitCode == 0)
        let ends = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
        try #require(ends.count > 5)
        var happened: [Bool] = []
        for run in 1...ends.count {
            let path = folder.path("runs/\(run)")
            let directory = KeyDirectory(path)
            let isThere = (try? directory.keyring("k")) != nil
            happened.append(!isThere)
            // Both halves are there, or neither.
            #expect(isThere == ((try? directory.publicKeyring("k")) != nil), "run \(run)")
            #expect(try await (directory.load("k") != nil) == isThere, "run \(run)")
            // The next change writes the export again; the log tells of no removal that was not made.
            if isThere {
                try directory.change("k") { _ in }
                #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == files, "run \(run)")
            } else {
                #expect(throws: KeyError.self) { try directory.change("k") { _ in } }
                #expect(
                    try FileManager.default.contentsOfDirectory(atPath: path).sorted() == [".lock", "k.log"],
                    "run \(run)")
                #expect(try directory.names() == [])
            }
            let log = try String(contentsOfFile: "\(path)/k.log", encoding: .utf8)
            let isLogged = log.contains(#""action":"remove""#)
            #expect(!isLogged || !isThere, "run \(run): \(log)")
            #expect(isLogged || run < ends.count, "run \(run): \(log)")
            if !isThere { try directory.generate("k", role: role) }
        }
        #expect(happened.first == false && happened.last == true)
        #expect(happened == happened.sorted { !$0 && $1 }, "the removal was taken back")
    }
}
