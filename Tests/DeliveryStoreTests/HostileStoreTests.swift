import DeliveryStore
import Foundation
import GRDB
import KeyManagement
import PushOpener
import ServiceExtension
import Testing

/// A store file that a test has damaged; the calls run in a process of their own, since the failure looked for is a trap.
@Suite("A store's file is hostile input", .serialized)
struct HostileStoreTests {
    /// A folder with a store that remembers one envelope, one sequence number and one badge.
    struct Damaged {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        var path: String { folder.appending(path: "delivery.sqlite").path }
        static let envelope = [UInt8](repeating: 7, count: 16)
        let stream: SequenceStream

        init() throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let key = try Keyring.generate(name: "phone", role: .device).primary.id
            stream = SequenceStream(sender: nil, recipient: key, topic: "topic", audience: "")
            try fill(DeliveryStore(path: path))
        }

        func fill(_ store: DeliveryStore) throws {
            _ = try store.remember(Self.envelope, request: "one", until: 100, now: 50)
            _ = try store.note(1, of: stream)
            _ = try store.countBadge(for: "one")
        }

        func change(_ sql: String) throws {
            try DatabaseQueue(path: path).writeWithoutTransaction { try $0.execute(sql: sql) }
        }

        func count(_ rows: String) throws -> Int {
            try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM \(rows)") ?? -1 }
        }

        /// Calls everything that a store offers.
        ///
        /// - Returns: for each call whether it failed; any error but `DeliveryStoreError` ends the process.
        func use() -> [Bool] {
            let store = DeliveryStore(path: path)
            let calls: [() throws -> Void] = [
                { _ = try store.remember(Self.envelope, request: "one", until: 100, now: 50) },
                { _ = try store.remember([UInt8](repeating: 9, count: 16), request: nil, until: 100, now: 50) },
                { _ = try store.note(2, of: stream) },
                { _ = try store.badge() },
                { _ = try store.countBadge(for: "one") },
                { _ = try store.countBadge(for: "two") },
            ]
            return calls.map { call in
                do {
                    try call()
                    return false
                } catch is DeliveryStoreError {
                    return true
                } catch {
                    preconditionFailure("\(error)")
                }
            }
        }

        func remove() { try? FileManager.default.removeItem(at: folder) }
    }

    /// Fails for each problem that a process printed.
    static func expectNoProblem(_ result: ExitTest.Result?) {
        let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        #expect(output.split(separator: "\n").filter { $0.hasPrefix("problem: ") } == [])
    }

    static func report(_ problem: String) { print("problem: \(problem)") }

    /// The columns that are read, with the call of `Damaged.use()` that reads each.
    static let columns = [
        ("replay", "expiry", 0), ("sequence", "highest", 2), ("sequence", "used", 2), ("badge", "value", 3),
        ("badgeRequest", "value", 4),
    ]

    @Test("A2: a column of another type is an error, and the value stays as it is")
    func columnTypes() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            for (table, column, call) in Self.columns {
                for value in ["'abc'", "x'0102'", "4000000000.5", "9e99"] {
                    let damaged = try Damaged()
                    defer { damaged.remove() }
                    try damaged.change("UPDATE \(table) SET \(column) = \(value)")
                    if !damaged.use()[call] { Self.report("\(table).\(column) = \(value) is taken") }
                    let kept = try damaged.count("\(table) WHERE quote(\(column)) = quote(\(value))")
                    if kept != 1 { Self.report("\(table).\(column) = \(value) was replaced") }
                }
            }
        }
        Self.expectNoProblem(result)
    }
}
