import Foundation
import KeyManagement
import PostgresKeyStore
import Testing

/// Servers in processes of their own, which change registrations in one database.
@Suite("Several processes")
struct ProcessTests {
    private let executable = Program.built("PostgresSpecimen")

    @Test("4 processes that change one registration at once lose no change")
    func atOnce() async throws {
        let server = try await Server()
        let store = try await server.store("bank")
        try await store.add(.registration("a"))
        let programs = try (0..<4).map { _ in try Program([executable, "change", server.connection, "bank", "a", "25"])
        }
        var kept: [String] = []
        for program in programs {
            kept += lines(await onOwnThread { program.output.readDataToEndOfFile() }).filter { $0[0] == "+" }.map {
                $0[2]
            }
            #expect(await program.status() == 0)
        }
        let found = Set(try await store.keyring(named: "a").keys.map(\.thumbprint.description))
        #expect(kept.count == 100 && found.count == 101 && found.isSuperset(of: kept))
        try await server.stop("immediate")
    }

    @Test("a server that is restarted and crashes meanwhile loses no change that was acknowledged")
    func restarts() async throws {
        let server = try await Server()
        let store = try await server.store("bank")
        try await store.add(.registration("a"))
        let programs = try (0..<3).map { _ in try Program([executable, "change", server.connection, "bank", "a", "40"])
        }
        let rest = programs.dropFirst().map { program in
            Task { await onOwnThread { program.output.readDataToEndOfFile() } }
        }
        // At any moment of the steps that follow the first program's eighth, sixteenth …
        var output = Data()
        for round in 0..<4 {
            output += await onOwnThread { [executable = programs[0]] in
                var read = Data()
                while read.count(where: { $0 == UInt8(ascii: "\n") }) < 16,
                    case let more = executable.output.availableData,
                    !more.isEmpty
                { read += more }
                return read
            }
            try await server.stop(round % 2 == 0 ? "fast" : "immediate")
            try await server.start()
        }
        output += await onOwnThread { programs[0].output.readDataToEndOfFile() }
        for task in rest { output += await task.value }
        for program in programs { #expect(await program.status() == 0) }

        let said = lines(output)
        let kept = said.filter { $0[0] == "+" }.map { $0[2] }
        let unknown = said.filter { $0[0] == "?" }.map { $0[2] }
        let found = Set(try await store.keyring(named: "a").keys.map(\.thumbprint.description))
        #expect(kept.count + unknown.count == 120 && found.isSuperset(of: kept))
        #expect(found.count <= kept.count + unknown.count + 1)
        try await server.stop("immediate")
    }

    @Test("after 60 kills every acknowledged step is kept, and nothing is half-written")
    func kills() async throws {
        let server = try await Server()
        let store = try await server.store("bank")
        var steps: [UTF8Text: [[String]]] = [:]
        for round in 0..<30 {
            let programs = try (0..<2).map {
                try Program([executable, "churn", server.connection, "bank", "r\(round)p\($0)"])
            }
            for program in programs {
                let output = await onOwnThread {
                    // Killed after some of its lines, at any moment of the step that follows.
                    var read = program.output.availableData
                    while !read.isEmpty, read.count < Int.random(in: 1...1500) { read += program.output.availableData }
                    program.kill()
                    return read + program.output.readDataToEndOfFile()
                }
                #expect(await program.status() == SIGKILL)
                for line in lines(output) { steps[UTF8Text(line[1]), default: []].append(line) }
            }
        }
        // A server process notices the end of its client when it answers.
        while try await server.sql("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'sealedpush'")
            != "1\n"
        {}
        #expect(steps.count > 60)
        for (name, lines) in steps {
            let stored = try await store.load(name)
            let keys = try stored.map { try Keyring($0.text, name: name).keys.map(\.thumbprint.description) }
            // A step that was interrupted has happened, or it has not.
            let isInterrupted = lines.last?[0] == ">"
            switch lines.last(where: { $0[0] != ">" }) ?? ["none"] {
            case let last where last[0] == "+":
                #expect(keys?.contains(last[2]) == true || (isInterrupted && keys == nil), "\(name): \(lines)")
            case let last where last[0] == "-": #expect(keys == nil, "\(name): \(lines)")
            default: #expect(isInterrupted, "\(name): \(lines)")
            }
        }
        #expect(Set(try await store.names(after: nil, limit: .max)).isSubset(of: steps.keys))
        try await server.stop("immediate")
    }

    /// The words of each whole line.
    private func lines(_ data: Data) -> [[String]] {
        data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
            .map { String(decoding: $0, as: UTF8.self).split(separator: " ").map(String.init) }
    }
}
