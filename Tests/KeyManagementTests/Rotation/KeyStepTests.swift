import Foundation
import KeyManagement
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

    @Test("pinning a keyring whose secrets are in the folder is refused")
    func ownKeyring() throws {
        let bank = try folder.directory.generate("bank", role: .provider)
        #expect(throws: KeyError.self) { try folder.directory.pin(bank.publicHalf()) }
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

    @Test("the next key is prepared once from the notice on, and comes into use after half of it")
    func prepareIfDue() throws {
        let directory = folder.directory
        try directory.generate("bank", role: .provider, at: 0)
        let before = try folder.snapshot()
        #expect(try directory.prepareIfDue("bank", at: 0 + 23 * day - 1) == nil)
        #expect(try folder.snapshot() == before)
        let next = try #require(try directory.prepareIfDue("bank", at: 0 + 23 * day))
        #expect(next.state == .pending)
        #expect(try directory.prepareIfDue("bank", at: 0 + 25 * day) == nil)
        #expect(try directory.rotateIfDue("bank", at: 0 + 26.5 * day - 1) == nil)
        #expect(try directory.publicKeyring("bank").keys.map(\.state) == [.active, .pending])
        #expect(try directory.rotateIfDue("bank", at: 0 + 26.5 * day)?.thumbprint == next.thumbprint)
        #expect(try directory.keyring("bank").keys.map(\.state.name) == ["retiring", "active"])
        // The key's age counts from its preparation.
        #expect(try directory.prepareIfDue("bank", at: 0 + 46 * day - 1) == nil)
        #expect(try directory.prepareIfDue("bank", at: 0 + 46 * day) != nil)
    }

    @Test(
        "one run a day, and one each hour, announce each key and never have a warning",
        arguments: [1.0, 24])
    func schedule(runsPerDay: Double) throws {
        var bank = try Keyring.generate(name: "bank", role: .provider, at: 1)
        var (announcements, prepared) = ([Double](), [Thumbprint: Double]())
        for run in 0..<Int(120 * runsPerDay) {
            let now: Date = 600 + Double(run) * day / runsPerDay
            if let key = try bank.prepareIfDue(at: now) { prepared[key.thumbprint] = now.timeIntervalSince1970 }
            if let key = try bank.rotateIfDue(at: now) {
                announcements.append(now.timeIntervalSince1970 - (prepared[key.thumbprint] ?? .infinity))
            }
            #expect(bank.warnings(at: now) == [])
            #expect(bank.keys.count { $0.state == .pending } <= 1)
            try bank.eraseEndedSecrets(at: now + 61)
        }
        #expect(announcements.count == 5)
        #expect(announcements.allSatisfy { $0 >= 3.5 * day && $0 <= 4 * day })
    }

    @Test("a key that is overdue is announced too, and one that was made in the future does not hold up the rotation")
    func overdue() throws {
        var bank = try Keyring.generate(name: "bank", role: .provider, at: 0)
        let next = try #require(try bank.prepareIfDue(at: 0 + 100 * day))
        #expect(try bank.rotateIfDue(at: 0 + 103 * day) == nil)
        #expect(bank.warnings(at: 0 + 103 * day).map(\.kind) == [.expired])
        #expect(try bank.rotateIfDue(at: 0 + 99 * day)?.thumbprint == next.thumbprint)
    }

    @Test("without a key in use nothing is prepared, and the pending key comes into use at once")
    func prepareWithoutActiveKey() throws {
        var bank = try Keyring.generate(name: "bank", role: .provider, at: 0)
        try bank.revoke(bank.primary.thumbprint, at: 0)
        #expect(try bank.prepareIfDue(at: 0 + 40 * day) == nil)
        let next = try bank.prepare(at: 0 + 40 * day)
        #expect(try bank.rotateIfDue(at: 0 + 40 * day)?.thumbprint == next.thumbprint)
    }

    @Test(
        "whether the next key of a protected keyring is due is known without its passphrase",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
    func protectedKeyring() throws {
        let passphrase = try Passphrase(copying: Array("pass".utf8).span)
        var bank = try Keyring.generate(name: "bank", role: .provider, at: 0)
        try bank.prepareIfDue(at: 0 + 23 * day)
        try bank.protect(with: passphrase, cost: PassphraseCost(passes: 1, memoryByteCount: 8192))
        try folder.directory.add(bank)
        #expect(try folder.directory.prepareIfDue("bank", at: 0 + 24 * day) == nil)
        #expect(try folder.directory.rotateIfDue("bank", at: 0 + 24 * day) == nil)
        expectError(.locked) { try folder.directory.rotateIfDue("bank", at: 0 + 27 * day) }
    }

    @Test("a store prepares the next key as a folder does")
    func prepareInStore() async throws {
        let store = MemoryKeyStore()
        try await store.add(Keyring.generate(name: "bank", role: .provider, at: 0))
        #expect(try await store.prepareIfDue(named: "bank", at: 0 + 22 * day) == nil)
        let next = try #require(try await store.prepareIfDue(named: "bank", at: 0 + 23 * day))
        #expect(try await store.prepareIfDue(named: "bank", at: 0 + 24 * day) == nil)
        #expect(try await store.rotateIfDue(named: "bank", at: 0 + 24 * day) == nil)
        #expect(try await store.rotateIfDue(named: "bank", at: 0 + 27 * day)?.thumbprint == next.thumbprint)
    }

    @Test("prepared keys that are due themselves do not rotate at each call")
    func oldPreparedKeys() throws {
        var bank = try Keyring.generate(name: "bank", role: .provider, at: 0)
        for second in 1...3 { try bank.prepare(at: Date(second)) }
        let next = try #require(try bank.rotateIfDue(at: 3_000_000))
        #expect(next.created == 3_000_000)
        #expect(try bank.rotateIfDue(at: 3_000_001) == nil)
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
                    try await KeyDirectory(path).change(named: "bank") { _ = try $0.prepare(at: 2) }
                }
            }
            // Once all of them wait with the file open, as many other tasks run to their ends.
            try await until("every change waits for the lock") {
                try openCount(of: "\(folder.path)/.lock") == count + 1
            }
            await withTaskGroup { others in
                for _ in 0..<count { others.addTask { await Task.yield() } }
            }
            #expect(try KeyDirectory(folder.path).publicKeyring("bank").keys.count == 1)
            close(lock)
            try await group.waitForAll()
        }
        #expect(try folder.directory.publicKeyring("bank").keys.count == count + 1)
    }
}
