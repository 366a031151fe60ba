import Glibc
import KeyManagement
import StrictJSON
import Synchronization
import TestSupport
import Testing

/// A keyring of a store that answers late, fails, or has many followers.
@Suite("Polling a store")
struct PollingTests {
    private let clock = MonotonicClock()

    private func follow(_ keyring: Keyring, every interval: Duration, grace: Duration = .seconds(10)) throws
        -> KeyringFollower<Keyring>
    {
        let policy = RefreshPolicy(interval: interval, grace: grace)
        return try KeyringFollower(keyring, policy: policy, now: { [clock] in clock.now }) {
            keyring throws(KeyError) in keyring
        }
    }

    @Test("a keyring of another store is polled while every thread of the cooperative pool is busy")
    func busyPool() async throws {
        // In a process of its own, whose pool no other test needs.
        await #expect(processExitsWith: .success) {
            let store = MemoryKeyStore()
            try await store.add(Keyring.generate(name: "bank", role: .provider))
            let follower = try await KeyringFollower(store.keyring(named: "bank"), policy: Self.frequently) {
                keyring throws(KeyError) in try keyring.primary.thumbprint
            }
            var keyring = try await store.keyring(named: "bank")
            let first = try keyring.primary.thumbprint
            let next = try keyring.rotate(grace: .days(1), at: 1).thumbprint
            let change = try KeyringChange(keyring, from: store.load("bank")?.version)

            let pool = BusyPool()
            let (found, wasBusy) = try await onOwnThread {
                _ = try store.save(change)
                var found = first
                while found == first {
                    usleep(1000)
                    found = try follower.current()
                }
                return (found, pool.release())
            }
            #expect(found == next)
            #expect(wasBusy)
        }
    }

    @Test("a keyring of another store is polled")
    func store() async throws {
        let store = MemoryKeyStore()
        try await store.add(Keyring.generate(name: "bank", role: .provider))
        let follower = try await KeyringFollower(store.keyring(named: "bank"), policy: Self.frequently) {
            keyring throws(KeyError) in try keyring.primary.thumbprint
        }
        let next = try await store.change(named: "bank") { try $0.rotate(grace: .days(1), at: 1).thumbprint }
        try await until("the change is seen") { try follower.current() == next }
    }

    /// A store that reports each load of a keyring, and its own end.
    private final class ReportingStore: KeyStore {
        private let store = MemoryKeyStore()
        private let loads: AsyncStream<Void>.Continuation

        init(_ loads: AsyncStream<Void>.Continuation) { self.loads = loads }
        deinit { loads.finish() }

        func names(after name: UTF8Text?, limit: Int) -> [UTF8Text] { store.names(after: name, limit: limit) }
        func save(_ change: KeyringChange) throws -> Bool { try store.save(change) }
        func remove(_ name: UTF8Text, version: String) -> Bool { store.remove(name, version: version) }

        func load(_ name: UTF8Text) -> StoredKeyring? {
            loads.yield()
            return store.load(name)
        }
    }

    @Test("the polls of a store end with their follower, and release the store", .timeLimit(.minutes(60)))
    func pollingEnds() async throws {
        let (stream, loads) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        var iterator = stream.makeAsyncIterator()
        do {
            let store = ReportingStore(loads)
            try await store.add(Keyring.generate(name: "bank", role: .provider))
            let follower = try await KeyringFollower(store.keyring(named: "bank"), policy: Self.frequently) {
                keyring throws(KeyError) in keyring
            }
            for _ in 0..<5 { await iterator.next() }
            #expect(try follower.current().name == "bank")
        }
        // The stream ends with the store, which the polls hold.
        while await iterator.next() != nil {}
    }

    /// Frequent polls, and a grace that no busy machine reaches.
    private static let frequently = RefreshPolicy(interval: .milliseconds(20), grace: .seconds(3600))

    @Test("a keyring of a store that fails is used for its grace and was not removed", arguments: ["notFound", "busy"])
    func failing(code: String) async throws {
        let code: KeyError.Code = code == "busy" ? .busy : .notFound
        let store = RowStore()
        try await store.add(Keyring.generate(name: "bank", role: .provider))
        let keyring = try await store.keyring(named: "bank")
        let follower = try follow(keyring, every: .milliseconds(2))
        // Sees a failure at once.
        let observer = try follow(keyring, every: .seconds(3600), grace: .seconds(-1))
        #expect(try observer.current().name == "bank")
        store.state.withLock { $0.loadFailure = code }
        try await until("a poll fails") {
            do throws(KeyError) { _ = try observer.current() } catch { return error.code == code }
            return false
        }
        clock.pass(.seconds(10))
        #expect(try follower.current().name == "bank")
        clock.pass(.nanoseconds(1))
        expectError(code) { try follower.current() }
        store.state.withLock { $0.loadFailure = nil }
        try await until("the store answers again") { (try? follower.current()) != nil }
    }

    @Test("a keyring of a store that does not answer is used for the interval and its grace")
    func silent() async throws {
        let store = SilentStore()
        try await store.add(Keyring.generate(name: "bank", role: .provider))
        let keyring = try await store.keyring(named: "bank")
        store.isSilent = true
        let follower = try follow(keyring, every: .seconds(1))
        clock.pass(.seconds(11))
        #expect(try follower.current().name == "bank")
        clock.pass(.nanoseconds(1))
        expectError(.busy) { try follower.current() }
        store.isSilent = false
        try await until("the store answers") { (try? follower.current()) != nil }
    }

    @Test("all who follow a keyring share its polls, which are as frequent as one of them asks for")
    func shared() async throws {
        let store = SilentStore()
        try await store.add(Keyring.generate(name: "bank", role: .provider))
        let keyring = try await store.keyring(named: "bank")
        store.isSilent = true
        let patient = try (0..<20).map { _ in try follow(keyring, every: .seconds(3600)) }
        try await until("the store is asked") { store.waitingCount > 0 }
        let impatient = try follow(keyring, every: .seconds(1800))
        try await until("the store is asked by the other one") { store.waitingCount > 1 }
        #expect(store.waitingCount == 2)
        store.isSilent = false
        #expect(try impatient.current().name == patient[0].current().name)
    }

    @Test("the public half of a keyring of a store is followed as one, and each change once")
    func publicHalf() async throws {
        let store = MemoryKeyStore()
        try await store.add(Keyring.generate(name: "bank", role: .provider))
        let count = Mutex(0)
        let policy = RefreshPolicy(interval: .milliseconds(2), grace: .seconds(3600))
        let follower = try await KeyringFollower(store.keyring(named: "bank").publicHalf(), policy: policy) {
            keyring throws(KeyError) in
            count.withLock { $0 += 1 }
            return keyring
        }
        for expected in 2...3 {
            let next = try await store.change(named: "bank") { try $0.rotate(grace: .days(1), at: 1).thumbprint }
            try await until("the change is seen") { try follower.current().primary.thumbprint == next }
            #expect(try !follower.current().isSecret)
            #expect(count.withLock { $0 } == expected)
        }
    }
}

/// A store whose loads wait while it is silent.
private final class SilentStore: KeyStore {
    private let store = MemoryKeyStore()
    /// The loads that wait; nil while the store answers.
    private let waiting = Mutex<[CheckedContinuation<Void, Never>]?>(nil)

    var waitingCount: Int { waiting.withLock { $0?.count ?? 0 } }

    var isSilent: Bool {
        get { waiting.withLock { $0 != nil } }
        set {
            let released = waiting.withLock { waiting in
                defer { waiting = newValue ? [] : nil }
                return waiting ?? []
            }
            for load in released { load.resume() }
        }
    }

    func names(after name: UTF8Text?, limit: Int) -> [UTF8Text] { store.names(after: name, limit: limit) }
    func save(_ change: KeyringChange) throws -> Bool { try store.save(change) }
    func remove(_ name: UTF8Text, version: String) -> Bool { store.remove(name, version: version) }

    func load(_ name: UTF8Text) async -> StoredKeyring? {
        await withCheckedContinuation { load in
            let waits = waiting.withLock { waiting in
                waiting?.append(load)
                return waiting != nil
            }
            if !waits { load.resume() }
        }
        return store.load(name)
    }
}

/// Holds every thread of the cooperative pool.
private final class BusyPool: Sendable {
    private let isReleased = Atomic(false)
    private let isFree = Atomic(false)

    init() {
        // A pool has one thread for each processor. The last task runs once one of them is free.
        for _ in 0..<4 * sysconf(Int32(_SC_NPROCESSORS_ONLN)) {
            Task.detached { while !self.isReleased.load(ordering: .acquiring) { usleep(1000) } }
        }
        Task.detached { self.isFree.store(true, ordering: .releasing) }
    }

    /// Releases the threads, and returns whether all of them were held until now.
    func release() -> Bool {
        defer { isReleased.store(true, ordering: .releasing) }
        return !isFree.load(ordering: .acquiring)
    }
}
