import Foundation
import KeyManagement
import Synchronization
import TestSupport
import Testing

@Suite("A step in the life of a keyring is one call")
struct KeyStepTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("a keyring is made the first time and loaded from then on, by as many as ask at once")
    func loadOrMake() async throws {
        let made = try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { [path = folder.path] in
                    try await KeyDirectory(path).loadOrMake(named: "phone", role: .device).primary.thumbprint
                }
            }
            return try await group.reduce(into: Set<Thumbprint>()) { $0.insert($1) }
        }
        #expect(made.count == 1)
        #expect(try made.contains(loadPhone()))
    }

    private func loadPhone() throws -> Thumbprint {
        try folder.directory.loadOrMake("phone", role: .device).primary.thumbprint
    }

    @Test("a keyring of another kind is refused, and nothing is made in its place")
    func otherKind() async throws {
        let store = MemoryKeyStore()
        try await store.add(Keyring.generate(name: "bank", role: .provider))
        await expectError(.wrongRole) { try await store.loadOrMake(named: "bank", role: .device) }
        try await store.add(Keyring.generate(name: "phone", role: .device).publicHalf())
        await expectError(.wrongHalf) { try await store.loadOrMake(named: "phone", role: .device) }
        try publicKeyring(in: folder.directory)
    }

    private func publicKeyring(in directory: KeyDirectory) throws {
        try directory.add(Keyring.generate(name: "phone", role: .device).publicHalf())
        let before = try folder.snapshot()
        expectError(.wrongHalf) { try directory.loadOrMake("phone", role: .device) }
        #expect(try folder.snapshot() == before)
    }

    @Test("a published keyring is pinned the first time and followed from then on")
    func pinning() throws {
        var bank = try Keyring.generate(name: "bank", role: .provider, at: 1)
        let first = try bank.primary.thumbprint
        try folder.directory.pin(bank.publicHalf(), at: 2)
        try bank.rotate(grace: .days(7), at: 3)
        try folder.directory.pin(bank.publicHalf(), at: 3)
        let pinned = try folder.directory.keyring("bank")
        #expect(!pinned.isSecret)
        #expect(try pinned.primary.thumbprint == bank.primary.thumbprint)
        #expect(try pinned.key(first).state == .retiring(until: 604_803))
    }

    @Test("nothing is written for a keyring that is there, or is not due")
    func unchanged() async throws {
        let rows = RowStore()
        for _ in 0..<3 { try await rows.loadOrMake(named: "bank", role: .provider, at: 1) }
        #expect(try await rows.rotateIfDue(named: "bank", at: 2) == nil)
        #expect(rows.state.withLock { $0.saveCounts } == [1])
        let store = WatchedStore(folder.directory)
        for _ in 0..<3 { try store.loadOrMake("bank", role: .provider, at: 1) }
        #expect(try store.rotateIfDue("bank", at: 2) == nil)
        #expect(store.writeCount == 1)
        let shop = try Keyring.generate(name: "shop", role: .provider, at: 1).publicHalf()
        for _ in 0..<3 { #expect(try store.pin(shop, at: 2).setVersion == 1) }
        #expect(store.writeCount == 2)
    }

    @Test("of two processes that pin a keyring at once, both return what is kept")
    func pinnedMeanwhile() throws {
        var bank = try Keyring.generate(name: "bank", role: .provider, at: 1)
        let first = try bank.publicHalf()
        try bank.rotate(grace: .days(7), at: 2)
        let second = try bank.publicHalf()
        let store = WatchedStore(folder.directory) { directory in _ = try? directory.pin(second, at: 3) }
        expectError(.olderSet) { try store.pin(first, at: 3) }
        #expect(try folder.directory.keyring("bank").setVersion == 2)
    }

    @Test("a set without a version is followed in its states, too")
    func withoutVersion() throws {
        let key = try ProviderKey().publicKey
        var bank = Keyring.forPublicKeys(name: "bank", role: .provider)
        try bank.pin(key, at: 1)
        try folder.directory.pin(bank, at: 1)
        try bank.revoke(key.thumbprint, at: 2)
        #expect(try folder.directory.pin(bank, at: 2).keys.map(\.state) == [.revoked])
        #expect(try folder.directory.keyring("bank").keys.map(\.state) == [.revoked])
    }

    @Test("pinning a keyring whose secrets are in the folder is refused")
    func ownKeyring() throws {
        let bank = try folder.directory.generate("bank", role: .provider)
        expectError(.wrongHalf) { try folder.directory.pin(bank.publicHalf()) }
    }

    @Test("a key is rotated from the policy's first warning on, and before that nothing is written")
    func rotateIfDue() throws {
        try folder.directory.generate("bank", role: .provider, at: 0)
        let before = try folder.snapshot()
        // The standard policy warns a week before 30 days.
        #expect(try folder.directory.rotateIfDue("bank", at: 1_987_199) == nil)
        #expect(try folder.snapshot() == before)
        let next = try #require(try folder.directory.rotateIfDue("bank", at: 1_987_200))
        #expect(try folder.directory.keyring("bank").primary.thumbprint == next.thumbprint)
        #expect(try folder.directory.rotateIfDue("bank", at: 1_987_200) == nil)
        let policy = KeyPolicy(maximumAge: .hours(2), notice: .zero)
        #expect(try folder.directory.rotateIfDue("bank", policy: policy, at: 1_994_400) != nil)
    }

    private let day = 86_400.0

    @Test("one run a day, and one each hour, rotate each key once and never have a warning", arguments: [1.0, 24])
    func schedule(runsPerDay: Double) throws {
        var bank = try Keyring.generate(name: "bank", role: .provider, at: 1)
        var rotations = 0
        for run in 0..<Int(120 * runsPerDay) {
            let now: Date = 600 + Double(run) * day / runsPerDay
            if try bank.rotateIfDue(at: now) != nil { rotations += 1 }
            try bank.eraseEndedSecrets(at: now)
            #expect(bank.warnings(at: now) == [])
        }
        // On the days 23, 46, 69, 92 and 115.
        #expect(rotations == 5)
        // The first ones have ended on the days 37 and 60, before a key that is a week old.
        #expect(bank.keys.map(\.isSecret) == [false, false, false, true, true, true])
    }

    @Test("a key that was made while the clock was ahead is due, and the keys before it end as their graces say")
    func clockWasAhead() throws {
        var bank = try Keyring.generate(name: "bank", role: .provider, at: 0)
        let first = try bank.primary.thumbprint
        try bank.rotate(at: 0 + 70 * 365 * day)
        #expect(bank.warnings(at: 0 + 1).map(\.kind) == [.madeInTheFuture, .madeInTheFuture])
        let next = try #require(try bank.rotateIfDue(at: 0 + day))
        #expect(try bank.primary.thumbprint == next.thumbprint)
        #expect(try bank.rotateIfDue(at: 0 + day) == nil)
        // Only a grace that became shorter ends what the clock has prolonged.
        try bank.retire(first, grace: .days(7), at: 0 + day)
        #expect(bank.warnings(at: 0 + day) == [])
        #expect(try bank.key(first).state == .retiring(until: 0 + 8 * day))
        expectError(.wrongState) { try bank.retire(first, grace: .days(8), at: 0 + day) }
    }

    @Test(
        "whether a protected keyring is due is known without its passphrase",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
    func protectedKeyring() throws {
        let passphrase = try Passphrase(copying: Array("pass".utf8).span)
        var bank = try Keyring.generate(name: "bank", role: .provider, at: 0)
        try bank.protect(with: passphrase, cost: PassphraseCost(passes: 1, memoryByteCount: 8192))
        try folder.directory.add(bank)
        #expect(try folder.directory.rotateIfDue("bank", at: 0 + 22 * day) == nil)
        expectError(.locked) { try folder.directory.rotateIfDue("bank", at: 0 + 23 * day) }
    }

    @Test("a keyring without a key in use is due")
    func noActiveKey() async throws {
        let store = MemoryKeyStore()
        var bank = try Keyring.generate(name: "bank", role: .provider, at: 0)
        try bank.revoke(bank.primary.thumbprint, at: 0)
        try await store.add(bank)
        #expect(try await store.rotateIfDue(named: "bank", at: 1) != nil)
        #expect(try await store.rotateIfDue(named: "bank", at: 1) == nil)
    }

    /// The number of this process's descriptors of a file.
    private func openCount(of path: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            .count { (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path }
    }

    @Test("changes that wait for a lock leave Swift's cooperative pool free")
    func pool() async throws {
        try await folder.directory.add(Keyring.generate(name: "bank", role: .provider, at: 1))
        let lock = open("\(folder.path)/.lock", O_RDWR | O_CLOEXEC)
        try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
        let count = 4 * ProcessInfo.processInfo.activeProcessorCount
        try await withThrowingTaskGroup { group in
            for _ in 0..<count {
                group.addTask { [path = folder.path] in
                    try await KeyDirectory(path).change(named: "bank") { _ = try $0.rotate(at: 2) }
                }
            }
            // Once one of them waits with the file open, and the others for it, as many other tasks run to their ends.
            try await until("a change waits for the lock") { try openCount(of: "\(folder.path)/.lock") == 2 }
            await withTaskGroup { others in
                for _ in 0..<count { others.addTask { await Task.yield() } }
            }
            #expect(try KeyDirectory(folder.path).publicKeyring("bank").keys.count == 1)
            close(lock)
            try await group.waitForAll()
        }
        #expect(try folder.directory.publicKeyring("bank").keys.count == count + 1)
    }

    @Test("a reading does not wait for the changes that wait for a lock, however many they are")
    func reading() async throws {
        let change = try KeyringChange(Keyring.generate(name: "bank", role: .provider, at: 1), from: nil)
        #expect(try await folder.directory.save(change))
        let lock = open("\(folder.path)/.lock", O_RDWR | O_CLOEXEC)
        try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
        try await withThrowingTaskGroup { group in
            for _ in 0..<500 { group.addTask { [path = folder.path] in try await KeyDirectory(path).save(change) } }
            try await until("a change waits for the lock") { try openCount(of: "\(folder.path)/.lock") > 1 }
            #expect(try await folder.directory.load("bank")?.version == change.text.version)
            close(lock)
            for try await isKept in group { #expect(!isKept) }
        }
    }
}
