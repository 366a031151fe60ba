import Foundation
import KeyManagement
import Synchronization
import TestSupport
import Testing

/// All who follow a keyring share one reading of its file.
@Suite("Following a keyring together")
struct SharedFollowingTests {
    private let folder: TemporaryFolder
    private let clock = MonotonicClock()

    init() throws { folder = try TemporaryFolder() }

    private func follow(_ keyring: Keyring, clock: MonotonicClock? = nil) throws -> KeyringFollower<Thumbprint> {
        let clock = clock ?? self.clock
        return try KeyringFollower(keyring, now: { clock.now }) { keyring throws(KeyError) in
            try keyring.primary.thumbprint
        }
    }

    private func protect(_ directory: KeyDirectory, _ passphrase: String) throws {
        let passphrase = try Passphrase(copying: Array(passphrase.utf8).span)
        let cost = try PassphraseCost(passes: 1, memoryByteCount: 8192)
        try directory.change("bank") { try $0.protect(with: passphrase, cost: cost) }
    }

    private var withPassphraseFile: KeyDirectory {
        KeyDirectory(folder.path, passphrase: .file("\(folder.path)/passphrase"))
    }

    @Test("ten thousand followers of one keyring open its file ten times in ten seconds", arguments: [false, true])
    func openings(isProtected: Bool) throws {
        guard !isProtected || Passphrase.isSupported else { return }
        try folder.directory.generate("bank", role: .provider)
        try folder.write("1", to: "passphrase")
        if isProtected { try protect(folder.directory, "1") }
        let keyring = try withPassphraseFile.keyring("bank")
        clock.pass(.seconds(5))
        let first = try follow(keyring).current()
        var file = try OpeningCounter("\(folder.path)/bank.jwks")
        var passphrase = try OpeningCounter("\(folder.path)/passphrase")
        for _ in 0..<10_000 {
            clock.pass(.milliseconds(1))
            #expect(try follow(keyring).current() == first)
            file.look()
            passphrase.look()
        }
        #expect(file.count == 10)
        #expect(passphrase.count == 0)
    }

    @Test("a follower that is made later has the newest keyring at once")
    func newest() throws {
        try folder.directory.generate("bank", role: .provider)
        let keyring = try folder.directory.keyring("bank")
        let next = try folder.directory.change("bank") { try $0.rotate(grace: .days(1), at: 1).thumbprint }
        #expect(try follow(keyring).current() == next)
        #expect(try follow(keyring).current() == next)
    }

    @Test("a wrong passphrase is tried once in ten times the time that it takes, by all followers together")
    func derivations() throws {
        guard Passphrase.isSupported else { return }
        try folder.directory.generate("bank", role: .provider)
        try folder.write("1", to: "passphrase")
        try protect(folder.directory, "1")
        let keyring = try withPassphraseFile.keyring("bank")
        try protect(withPassphraseFile, "2")
        // Each reading of the clock takes half a second, so an attempt, which reads it again, takes some seconds.
        let clock = MonotonicClock(step: .milliseconds(500))
        var passphrase = try OpeningCounter("\(folder.path)/passphrase")
        let end = clock.now + .seconds(1000)
        while clock.now < end {
            _ = try? follow(keyring, clock: clock).current()
            passphrase.look()
        }
        // From the start of a use, one reading more: 5 seconds until the next attempt, and 2 to come to it at most.
        #expect((140...200).contains(passphrase.count), "\(passphrase.count)")
    }

    @Test("a follower that is made for each use has the grace of ten seconds, counted from the last reading")
    func graceOfUse() async throws {
        try folder.directory.generate("bank", role: .provider)
        let keyring = try folder.directory.keyring("bank")
        clock.pass(.seconds(13))
        let first = try follow(keyring).current()
        try await folder.shell("mv bank.jwks away; mv bank.pub.jwks gone")
        clock.pass(.seconds(9))
        #expect(try follow(keyring).current() == first)
        clock.pass(.seconds(2))
        expectError(.notFound) { try follow(keyring).current() }
    }

    @Test(
        "a revocation right after a derivation of three seconds takes effect at the next look",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
    func revocationAfterDerivation() throws {
        try folder.directory.generate("bank", role: .provider)
        try folder.write("1", to: "passphrase")
        try protect(folder.directory, "1")
        let slow = MonotonicClock(step: .seconds(3))
        let follower = try follow(withPassphraseFile.keyring("bank"), clock: slow)
        let first = try follower.current()
        try protect(withPassphraseFile, "2")
        try folder.write("2", to: "passphrase")
        #expect(try follower.current() == first)
        try withPassphraseFile.change("bank") { try $0.revoke(first, at: 1) }
        expectError(.noActiveKey) { try follower.current() }
    }

    @Test("a whole file with the right passphrase is never unavailable, however slow a derivation is")
    func slowDerivation() throws {
        guard Passphrase.isSupported else { return }
        try folder.directory.generate("bank", role: .provider)
        try folder.write("1", to: "passphrase")
        try protect(folder.directory, "1")
        let slow = MonotonicClock(step: .seconds(4))
        let follower = try follow(withPassphraseFile.keyring("bank"), clock: slow)
        for passphrase in 2...4 {
            let current = withPassphraseFile
            try protect(current, "\(passphrase)")
            try folder.write("\(passphrase)", to: "passphrase")
            for _ in 0..<20 { _ = try follower.current() }
        }
    }

    @Test("a keyring that was removed from a store is refused without a grace")
    func removedFromStore() async throws {
        let store = MemoryKeyStore()
        try await store.add(Keyring.generate(name: "bank", role: .provider))
        let follower = try await KeyringFollower(store.keyring(named: "bank"), policy: Self.frequently) {
            keyring throws(KeyError) in keyring
        }
        #expect(try follower.current().name == "bank")
        try await store.remove("bank")
        try await until("the removal is seen") {
            do throws(KeyError) { _ = try follower.current() } catch { return error.code == .notFound }
            return false
        }
    }

    @Test("a keyring of a store that was loaded an hour ago is not unavailable before it is read again")
    func lateStore() async throws {
        let store = MemoryKeyStore()
        try await store.add(Keyring.generate(name: "bank", role: .provider))
        let keyring = try await store.keyring(named: "bank")
        clock.pass(.seconds(3600))
        #expect(try follow(keyring).current() == keyring.primary.thumbprint)
    }

    /// Frequent polls, and a grace that no busy machine reaches.
    private static let frequently = RefreshPolicy(interval: .milliseconds(20), grace: .seconds(3600))
}
