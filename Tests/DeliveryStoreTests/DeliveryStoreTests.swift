import DeliveryStore
import ExtensionHost
import Foundation
import GRDB
import KeyManagement
import PushOpener
import PushPayload
import PushSealer
import TestSupport
import Testing
import UserNotifications

extension DeliveryStore.Bounds {
    /// A busy machine may take longer to make a file than an extension should wait.
    static var patient: Self {
        var bounds = Self()
        bounds.busyTimeout = 60
        return bounds
    }
}

@Suite("What must outlive a process is kept in a file")
final class DeliveryStoreTests {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    init() throws {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var path: String { folder.appending(path: "delivery.sqlite").path }

    func store(_ change: (inout DeliveryStore.Bounds) -> Void = { _ in }) -> DeliveryStore {
        var bounds = DeliveryStore.Bounds.patient
        change(&bounds)
        return DeliveryStore(path: path, bounds: bounds)
    }

    static func digest(_ number: Int) -> [UInt8] {
        [UInt8](repeating: 7, count: 12) + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    static func stream(_ topic: String, _ audience: String = "") throws -> SequenceStream {
        let key = try Keyring.generate(name: "phone", role: .device).primary.thumbprint
        return SequenceStream(sender: nil, recipient: key, topic: topic, audience: audience)
    }

    /// Remembers an envelope that was sealed at the time of the call, unless another time is given.
    private func remember(
        _ number: Int, request: String? = nil, until end: Date = 100, issuedAt: Date? = nil, now: Date = 50,
        in store: DeliveryStore? = nil
    ) throws -> ReplayVerdict {
        try (store ?? self.store()).remember(
            Self.digest(number), request: request, until: end, issuedAt: issuedAt ?? now, now: now)
    }

    @Test("an envelope is known to every later process, at every time")
    func replay() throws {
        #expect(try remember(1, request: "one") == .first)
        #expect(try remember(1, request: "one", now: 60) == .sameRequest)
        #expect(try remember(1, request: "two", now: 60) == .replayed)
        #expect(try remember(1, now: 60) == .replayed)
        #expect(try remember(2, now: 60) == .first)
        #expect(try remember(2, now: 60) == .replayed)
        for now: Date in [0, 100, 101] { #expect(try remember(1, request: "two", until: 200, now: now) == .replayed) }
    }

    @Test(
        "an entry is removed when its end is before the clock and before the newest sealing",
        arguments: [(101, 101, 1), (500, 101, 1), (101, 500, 1), (500, 100, 51), (100, 500, 51), (100, 100, 51)]
            as [(Date, Date, Int)])
    func pruned(now: Date, issuedAt: Date, rows: Int) throws {
        let store = store()
        for number in 0..<50 { _ = try remember(number, in: store) }
        _ = try remember(99, until: 600, issuedAt: issuedAt, now: now, in: store)
        #expect(try self.rows(of: "replay") == rows)
    }

    @Test("the newest sealing is that of every process, and an older one does not replace it")
    func newest() throws {
        _ = try remember(1, until: 100, now: 50)
        _ = try remember(2, until: 600, issuedAt: 500, now: 50)
        _ = try remember(3, until: 600, issuedAt: 60, now: 300)
        #expect(try rows(of: "replay") == 2)
        #expect(try remember(1, until: 600, now: 300) == .first)
    }

    @Test("above the capacity, the entry whose end comes first is removed")
    func bounded() throws {
        let store = store {
            $0.envelopes = 10
            $0.streams = 3
            $0.badgeRequests = 4
        }
        for number in 0..<30 {
            _ = try remember(number, until: Date(1000 + number), in: store)
            _ = try store.note(1, of: Self.stream("\(number)"))
            _ = try store.countBadge(for: "\(number)")
        }
        #expect(try rows(of: "replay") == 10)
        #expect(try rows(of: "sequence") == 3)
        #expect(try rows(of: "badgeRequest") == 4)
        #expect(try remember(29, until: 2000, in: store) == .replayed)
        #expect(try remember(0, until: 2000, in: store) == .firstInFullStore)
    }

    func rows(of table: String) throws -> Int {
        try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM \(table)") ?? -1 }
    }

    @Test(
        "missed pushes are counted across processes",
        arguments: [
            ([1, 2, 5, 3, 3, 200, 5], [nil, 0, 2, 0, 0, 194, 0]), ([.max, 0, .max], [nil, 0, 0]),
        ] as [([UInt64], [UInt64?])])
    func sequence(numbers: [UInt64], missed: [UInt64?]) throws {
        let stream = try Self.stream("topic")
        #expect(try numbers.map { try store().note($0, of: stream) } == missed)
    }

    @Test("the border between topic and audience is significant")
    func streams() throws {
        let key = try Keyring.generate(name: "phone", role: .device).primary.thumbprint
        let one = SequenceStream(sender: nil, recipient: key, topic: "ab", audience: "c")
        let other = SequenceStream(sender: nil, recipient: key, topic: "a", audience: "bc")
        #expect(try store().note(4, of: one) == nil)
        #expect(try store().note(9, of: other) == nil)
        #expect(try store().note(6, of: one) == 1)
    }

    @Test("the badge counts a request once, however often the system calls")
    func badge() throws {
        #expect(try store().badge() == 0)
        #expect(try store().countBadge(for: "one") == 1)
        #expect(try store().countBadge(for: "one") == 1)
        #expect(try store().countBadge(for: "two") == 2)
        #expect(try store().badge() == 2)
        try store().setBadge(0)
        #expect(try store().countBadge(for: "three") == 1)
    }

    @Test(
        "requests are told apart by all of their bytes, and not stored",
        arguments: [
            ("a", 1024, "b", "c"), ("marked\u{0}", 1, "b", "c"), ("", 0, "\u{e9}", "e\u{301}"), ("", 0, "", "\u{0}"),
        ])
    func requests(start: String, count: Int, oneEnd: String, otherEnd: String) throws {
        let one = String(repeating: start, count: count) + oneEnd
        let other = String(repeating: start, count: count) + otherEnd
        #expect(try store().countBadge(for: one) == 1)
        #expect(try store().countBadge(for: other) == 2)
        #expect(try store().countBadge(for: one) == 1)
        #expect(try store().remember(Self.digest(1), request: one, until: 100, issuedAt: 50, now: 50) == .first)
        #expect(try store().remember(Self.digest(1), request: one, until: 100, issuedAt: 50, now: 50) == .sameRequest)
        #expect(try store().remember(Self.digest(1), request: other, until: 100, issuedAt: 50, now: 50) == .replayed)
        #expect(try Data(contentsOf: URL(filePath: path)).firstRange(of: Data("marked".utf8)) == nil)
    }

    @Test("only the owner can read the file")
    func permissions() throws {
        _ = try store().badge()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: name).path)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
    }

    @Test("a file that is not a store, or a damaged one, is an error and stays unchanged")
    func corrupt() throws {
        let junk = Data(repeating: 0x41, count: 5000)
        try junk.write(to: URL(fileURLWithPath: path))
        #expect(#expect(throws: DeliveryStoreError.self) { try store().badge() }?.code == .corrupt)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == junk)
    }

    @Test("a store of another version is refused", arguments: [2, 4, -1, 0x7FFF_FFFF])
    func otherVersion(version: Int) throws {
        _ = try store().badge()
        try DatabaseQueue(path: path).write { try $0.execute(sql: "PRAGMA user_version = \(version)") }
        #expect(#expect(throws: DeliveryStoreError.self) { try store().badge() }?.code == .otherVersion)
    }

    @Test("a store that is locked for longer than the timeout is an error")
    func locked() throws {
        _ = try store().badge()
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: path, configuration: configuration)
        try other.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
        #expect(
            #expect(throws: DeliveryStoreError.self) { try store { $0.busyTimeout = 0.05 }.badge() }?.code == .locked)
        try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
        #expect(try store().badge() == 0)
    }

    @Test("many instances can create a new store at once")
    func begunAtOnce() async throws {
        for round in 0..<20 {
            let path = folder.appending(path: "\(round).sqlite").path
            let stores = (0..<6).map { _ in DeliveryStore(path: path, bounds: .patient) }
            let verdicts = try await withThrowingTaskGroup(of: ReplayVerdict.self) { group in
                for store in stores {
                    group.addTask {
                        try store.remember(Self.digest(1), request: nil, until: 100, issuedAt: 50, now: 50)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(verdicts.filter { $0 == .first }.count == 1)
        }
    }

    @Test("a store in a missing folder is an error")
    func noFolder() {
        let store = DeliveryStore(path: "/nonexistent/delivery.sqlite", bounds: .patient)
        #expect(#expect(throws: DeliveryStoreError.self) { try store.badge() }?.code == .inputOutput)
    }

    @Test("an extension in several processes opens each envelope once, and shows every push if the store fails")
    func processes() async throws {
        let directory = KeyDirectory(folder.path)
        let phone = try #require(try directory.generate("phone", role: .device).primary.devicePublicKey)
        let sealer = try Sealer(from: directory.generate("bank", role: .provider), topic: "com.example.bank")
        let payload = Payload(alert: Alert(title: "Payment received"))
        func sealed(_ sequence: UInt64) throws -> Payload {
            try Payload(parsing: sealer.seal(payload, to: phone, options: SealOptions(sequence: sequence)).body)
        }
        func host() -> ExtensionProcessHost {
            ExtensionProcessHost(
                executable: FullDiskTests.executable, arguments: [folder.path, path], policy: FullDiskTests.policy)
        }
        let hosts = (0..<3).map { _ in host() }
        for number in 1...5 {
            let push = try sealed(UInt64(number * 2))
            let deliveries = await withTaskGroup(of: Delivery.self) { group in
                for host in hosts { group.addTask { await host.deliver(push) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let seen = deliveries.map { "\($0.outcome) \($0.reason.map { "\($0.code)" } ?? "-")" }.sorted()
            #expect(deliveries.filter { $0.outcome == .opened }.count == 1, "push \(number): \(seen)")
            #expect(
                deliveries.filter { $0.reason?.code.description == "replayed" }.count == 2, "push \(number): \(seen)")
            #expect(deliveries.first { $0.outcome == .opened }?.missedPushes == (number == 1 ? nil : 1))
        }
        for host in hosts { await host.shutDown() }

        try Data(repeating: 0x41, count: 5000).write(to: URL(fileURLWithPath: path))
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        let damaged = host()
        let delivery = await damaged.deliver(try sealed(99))
        #expect(delivery.outcome == .opened)
        #expect(delivery.content.title == "Payment received")
        #expect(delivery.reason?.code == .storeUnavailable)
        await damaged.shutDown()
    }
}
