import Foundation
import KeyDatabase
import PostgresKeyStore
import PushSealer

/// One step of `measure.py`, whose result is a line of numbers.
///
/// Arguments: the path of an SQLite file or a connection string, the number of registrations, and the step: `import` (its seconds), `load`
/// (the median and the 99th percentile of a key by its id, in µs), or `seal` (the number of pushes that it seals from the first line of its
/// input on, each with its registration loaded).
let words = Array(CommandLine.arguments.dropFirst())
guard words.count == 3, let count = Int(words[1]), count > 0 else {
    print("usage: measure FILE|CONNECTION COUNT import|load|seal")
    exit(64)
}
let (loadCount, sealCount, taskCount) = (10_000, 5_000, 4)
let clock = ContinuousClock()

func store() async throws -> any KeyStore {
    guard words[0].hasPrefix("postgresql:") else { return try SQLiteKeyStore(path: words[0]) }
    let store = try PostgresKeyStore(
        words[0], schema: "measure", connectionCount: taskCount, timeout: .seconds(600))
    if words[2] == "import" { try await store.migrate() }
    return store
}

let provider = try Keyring.generate(name: "bank", role: .provider)
let registry = try await DeviceRegistry(store(), provider: provider)

@Sendable func load() async throws -> Recipient {
    try await registry.recipient(for: "device-\(Int.random(in: 0..<count))")
}

/// The bytes of a public key whose secret nobody has, in no order.
func point(_ number: Int) -> [UInt8] {
    withUnsafeBytes(of: (UInt64(number) &* 0x9E37_79B9_7F4A_7C15).bigEndian) { [UInt8](repeating: 85, count: 24) + $0 }
        .reversed()
}

/// Does something in some tasks at once.
func repeated(_ count: Int, _ work: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup { group in
        for _ in 0..<taskCount { group.addTask { for _ in 0..<(count / taskCount) { try await work() } } }
        try await group.waitForAll()
    }
}

switch words[2] {
case "import":
    let devices = try (0..<count).map { (id: "device-\($0)", key: try DevicePublicKey(rawRepresentation: point($0))) }
    let time = try await clock.measure { guard try await registry.import(devices) == count else { exit(1) } }
    print(time / .seconds(1))
case "load":
    for _ in 0..<100 { _ = try await load() }
    var times: [Double] = []
    for _ in 0..<loadCount { times.append(try await clock.measure { _ = try await load() } / .microseconds(1)) }
    times.sort()
    print(times[loadCount / 2], times[loadCount * 99 / 100])
default:
    let sealer = try Sealer(from: provider, topic: "com.example.bank")
    let payload = try Payload(
        parsing: Array(#"{"aps":{"alert":{"title":"Payment","body":"€ 240 from Jane"}},"amount":240.10}"#.utf8))
    let seal: @Sendable () async throws -> Void = { _ = try await sealer.seal(payload, to: load()) }
    // The time of connecting does not count, and all processes begin at once.
    try await repeated(100, seal)
    FileHandle.standardOutput.write(Data("ready\n".utf8))
    _ = readLine()
    try await repeated(sealCount, seal)
    print(sealCount)
}
