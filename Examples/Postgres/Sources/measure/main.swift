import Foundation
import KeyDatabase
import KeyManagement
import PostgresKeyStore

/// Measures registrations in SQLite and in PostgreSQL: the import, and keyrings loaded by their ids in 1, 2 and 4 processes.
///
/// Arguments: a connection string, a new folder for SQLite, and the number of registrations. The schema `measure` is made in the
/// database, and stays.
let words = Array(CommandLine.arguments.dropFirst())
guard words.count >= 3, let count = Int(words[2]), count > 0 else {
    print("usage: measure CONNECTION FOLDER COUNT")
    exit(64)
}
let loadCount = 10_000
let taskCount = 4
let clock = ContinuousClock()

func store(_ kind: String) throws -> any KeyStore {
    kind == "SQLite"
        ? try SQLiteKeyStore(path: "\(words[1])/registrations.sqlite")
        : try PostgresKeyStore(words[0], schema: "measure", connectionCount: taskCount, timeout: .seconds(60))
}

/// Loads keyrings in some tasks at once; the time of connecting does not count.
func load(_ kind: String) async throws -> Duration {
    let store = try store(kind)
    @Sendable func load() async throws {
        let name = "device-\(Int.random(in: 0..<count))"
        guard try await store.load(name) != nil else { throw CocoaError(.fileNoSuchFile) }
    }
    try await withThrowingTaskGroup { group in
        for _ in 0..<taskCount { group.addTask { for _ in 0..<100 { try await load() } } }
        try await group.waitForAll()
    }
    return try await clock.measure {
        try await withThrowingTaskGroup { group in
            for _ in 0..<taskCount { group.addTask { for _ in 0..<(loadCount / taskCount) { try await load() } } }
            try await group.waitForAll()
        }
    }
}

/// Starts this program for a part of the loads; the output is the time in seconds.
func start(_ kind: String) throws -> (Process, FileHandle) {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = words + [kind]
    process.standardOutput = pipe
    try process.run()
    return (process, pipe.fileHandleForReading)
}

if words.count == 4 {
    print(try await load(words[3]) / .seconds(1))
} else {
    try FileManager.default.createDirectory(atPath: words[1], withIntermediateDirectories: true)
    try await PostgresKeyStore(words[0], schema: "measure").migrate()
    for kind in ["SQLite", "PostgreSQL"] {
        let registry = try DeviceRegistry(store(kind), provider: .generate(name: "bank", role: .provider))
        let keys = try (0..<count).map { _ in
            try Keyring.generate(name: "device", role: .device).primary.devicePublicKey
        }
        let devices = keys.enumerated().compactMap { number, key in key.map { (id: "device-\(number)", key: $0) } }
        let time = try await clock.measure { guard try await registry.import(devices) == count else { exit(1) } }
        print("\(kind): imported in \((time / .seconds(1)).formatted(.number.precision(.fractionLength(1)))) s")
    }
    // In turns, so that other programs of the machine slow both.
    for processCount in [1, 2, 4] {
        for kind in ["SQLite", "PostgreSQL"] {
            let processes = try (0..<processCount).map { _ in try start(kind) }
            let times = processes.compactMap {
                Double(String(decoding: $1.readDataToEndOfFile(), as: UTF8.self).trimmingCharacters(in: .newlines))
            }
            guard times.count == processCount else { exit(1) }
            let rate = times.map { Double(loadCount) / $0 }.reduce(0, +)
            print("\(kind): \(Int(rate)) loads a second, \(processCount) processes")
        }
    }
}
