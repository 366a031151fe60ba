import Foundation
import KeyManagement
import Synchronization
import TestSupport
import Testing

/// A keyring that was read is followed: `Sealer` and `OpeningKeys` see its changes.
@Suite("Following a keyring")
struct FollowingTests {
    private let folder: TemporaryFolder
    private let clock = MonotonicClock()

    init() throws { folder = try TemporaryFolder() }

    private func follow(_ keyring: Keyring) throws -> KeyringFollower<Thumbprint> {
        let clock = clock
        return try KeyringFollower(keyring, now: { clock.now }) { keyring throws(KeyError) in
            try keyring.primary.thumbprint
        }
    }

    @Test("a rotation takes effect after the interval, and not by a second reading before it")
    func rotation() throws {
        let first = try folder.directory.generate("bank", role: .provider).primary.thumbprint
        let follower = try follow(folder.directory.keyring("bank"))
        #expect(try follower.current() == first)
        let second = try folder.directory.change("bank") { try $0.rotate(grace: .days(1), at: 1).thumbprint }
        clock.pass(.milliseconds(999))
        #expect(try follower.current() == first)
        clock.pass(.milliseconds(1))
        #expect(try follower.current() == second)
    }

    @Test("a keyring that was just generated is followed, too")
    func generated() throws {
        let follower = try follow(folder.directory.generate("bank", role: .provider))
        let next = try folder.directory.change("bank") { try $0.rotate(grace: .days(1), at: 1).thumbprint }
        clock.pass(.seconds(1))
        #expect(try follower.current() == next)
    }

    @Test("after the revocation of its last key nothing is returned, without a grace")
    func revocation() throws {
        try folder.directory.generate("bank", role: .provider)
        let follower = try follow(folder.directory.keyring("bank"))
        try folder.directory.change("bank") { try $0.revoke($0.primary.thumbprint, at: 1) }
        clock.pass(.seconds(1))
        expectError(.noActiveKey) { try follower.current() }
    }

    @Test("a keyring that was removed is refused without a grace, and used again once it is restored")
    func removed() async throws {
        try folder.directory.generate("bank", role: .provider)
        let follower = try follow(folder.directory.keyring("bank"))
        let first = try follower.current()
        try await folder.shell("cp -p bank.jwks kept")
        try folder.directory.remove("bank") as Void
        clock.pass(.seconds(1))
        expectError(.notFound) { try follower.current() }
        try await folder.shell("mv kept bank.jwks")
        clock.pass(.seconds(1))
        #expect(try follower.current() == first)
        // A file that is open to others was not removed.
        try await folder.shell("chmod 644 bank.jwks")
        clock.pass(.seconds(1))
        #expect(try follower.current() == first)
        try await folder.shell("chmod 600 bank.jwks")
        clock.pass(.seconds(1))
        #expect(try follower.current() == first)
        // The log still ends with the removal: a change has not begun another line.
        try folder.directory.change("bank") { _ = try $0.rotate() }
        try await folder.shell("mv bank.jwks away; mv bank.pub.jwks gone")
        clock.pass(.seconds(1))
        #expect(try follower.current() == first)
    }

    @Test(
        "a log that is missing, empty, cut off or not a log does not end the grace",
        arguments: ["rm", "truncate -s 0", "sed -i 's/}//'", "sed -i s/remove/other/"])
    func brokenLog(breaking: String) async throws {
        try folder.directory.generate("bank", role: .provider)
        let follower = try follow(folder.directory.keyring("bank"))
        let first = try follower.current()
        try folder.directory.remove("bank") as Void
        try await folder.shell("\(breaking) bank.log")
        clock.pass(.seconds(1))
        #expect(try follower.current() == first)
    }

    @Test(
        "a keyring that cannot be read is used for its grace of 10 seconds, then refused, then used again",
        arguments: [
            (
                "mv bank.jwks away; mv bank.pub.jwks gone", "mv away bank.jwks; mv gone bank.pub.jwks",
                KeyError.Code.notFound
            ),
            ("mv bank.jwks away", "mv away bank.jwks", .notFound),
            ("chmod 644 bank.jwks; echo >> bank.jwks", "chmod 600 bank.jwks", .insecurePermissions),
            ("chmod 644 bank.jwks", "chmod 600 bank.jwks", .insecurePermissions),
            ("chmod 770 .", "chmod 700 .", .insecureFolder),
            ("cp -p bank.jwks good; echo '[]' > bank.jwks", "mv good bank.jwks", .malformed),
            ("cp -p bank.jwks good; : > bank.jwks", "mv good bank.jwks", .truncated),
        ])
    func unreadable(breaking: String, mending: String, code: KeyError.Code) async throws {
        try folder.directory.generate("bank", role: .provider)
        let follower = try follow(folder.directory.keyring("bank"))
        let first = try follower.current()
        try await folder.shell(breaking)
        for _ in 0..<10 {
            clock.pass(.seconds(1))
            #expect(try follower.current() == first)
        }
        clock.pass(.seconds(1))
        expectError(code) { try follower.current() }
        try await folder.shell(mending)
        clock.pass(.seconds(1))
        #expect(try follower.current() == first)
    }

    @Test(
        "the files of a protected keyring that were away for a moment are read again, and no function is asked meanwhile",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases")
    )
    func protectedAndAway() async throws {
        let asked = Mutex(0)
        let passphrase = try Passphrase(copying: [1].span)
        try folder.directory.generate("bank", role: .provider)
        try folder.directory.change("bank") {
            try $0.protect(with: passphrase, cost: PassphraseCost(passes: 1, memoryByteCount: 8192))
        }
        let source = PassphraseSource.closure { _ in
            asked.withLock { $0 += 1 }
            return passphrase
        }
        let follower = try follow(KeyDirectory(folder.path, passphrase: source).keyring("bank"))
        let first = try follower.current()
        try await folder.shell("mv bank.jwks away")
        clock.pass(.seconds(11))
        expectError(.notFound) { try follower.current() }
        try await folder.shell("mv away bank.jwks")
        clock.pass(.seconds(1))
        #expect(try follower.current() == first)

        // With another passphrase, and so another salt.
        try KeyDirectory(folder.path, passphrase: source).change("bank") {
            try $0.protect(
                with: Passphrase(copying: [2].span), cost: PassphraseCost(passes: 1, memoryByteCount: 8192))
        }
        let before = asked.withLock { $0 }
        clock.pass(.seconds(11))
        expectError(.locked) { try follower.current() }
        #expect(asked.withLock { $0 } == before)
    }

    @Test(
        "a changed passphrase is read from its file again, but not from a pipe",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
    func passphraseFile() async throws {
        let cost = try PassphraseCost(passes: 1, memoryByteCount: 8192)
        try folder.directory.generate("bank", role: .provider)
        try folder.directory.change("bank") {
            try $0.protect(with: Passphrase(copying: Array("1".utf8).span), cost: cost)
        }
        try folder.write("1", to: "passphrase")
        let directory = KeyDirectory(folder.path, passphrase: .file("\(folder.path)/passphrase"))
        let follower = try follow(directory.keyring("bank"))
        let next = try directory.change("bank") { keyring in
            try keyring.protect(with: Passphrase(copying: Array("2".utf8).span), cost: cost)
            return try keyring.rotate(grace: .days(1), at: 1).thumbprint
        }
        #expect(try follower.current() != next)
        try folder.write("2", to: "passphrase")
        clock.pass(.seconds(10))
        #expect(try follower.current() == next)
        try directory.change("bank") { try $0.protect(with: Passphrase(copying: Array("3".utf8).span), cost: cost) }
        try await folder.shell("rm passphrase; mkfifo -m 600 passphrase")
        clock.pass(.seconds(100))
        expectError(.locked) { try follower.current() }
    }

    @Test("a follower that is made long after its keyring was read looks at the files at once")
    func late() throws {
        let keyring = try folder.directory.generate("bank", role: .provider)
        try folder.directory.change("bank") { try $0.revoke($0.primary.thumbprint, at: 1) }
        clock.pass(.seconds(2))
        let follower = try follow(keyring)
        expectError(.noActiveKey) { try follower.current() }
    }

    @Test("a keyring that was not used for an hour is not used unread")
    func idle() async throws {
        try folder.directory.generate("bank", role: .provider)
        let follower = try follow(folder.directory.keyring("bank"))
        try await folder.shell("rm bank.jwks bank.pub.jwks")
        clock.pass(.seconds(3600))
        expectError(.notFound) { try follower.current() }
    }

    @Test("a keyring that is read now is that of the folder, unless the last look failed")
    func readsNow() async throws {
        try folder.directory.generate("bank", role: .provider)
        let follower = try follow(folder.directory.keyring("bank"))
        let first = try follower.current()
        let next = try folder.directory.change("bank") { try $0.rotate(grace: .days(1), at: 1).thumbprint }
        #expect(try follower.current() == first)
        #expect(try follower.current(readsNow: true) == next)
        try await folder.shell("chmod 644 bank.jwks")
        #expect(try follower.current(readsNow: true) == next)
        try await folder.shell("chmod 600 bank.jwks")
        let last = try folder.directory.change("bank") { try $0.rotate(grace: .days(1), at: 1).thumbprint }
        #expect(try follower.current(readsNow: true) == next)
        clock.pass(.seconds(1))
        #expect(try follower.current() == last)
    }

    @Test("a view is made once for each change of its keyring")
    func views() throws {
        try folder.directory.generate("bank", role: .provider)
        let count = Mutex(0)
        let follower = try KeyringFollower(folder.directory.keyring("bank"), now: { [clock] in clock.now }) {
            _ throws(KeyError) in
            count.withLock { $0 += 1 }
        }
        for expected in 1...3 {
            for _ in 0..<3 {
                try follower.current()
                clock.pass(.seconds(1))
            }
            #expect(count.withLock { $0 } == expected)
            try folder.directory.change("bank") { _ = try $0.rotate(grace: .days(1), at: 1) }
        }
    }

    @Test("a keyring of public keys alone is followed")
    func pinned() throws {
        try folder.directory.add(Keyring.generate(name: "bank", role: .provider).publicHalf())
        let follower = try follow(folder.directory.keyring("bank"))
        let next = try ProviderKey().publicKey
        try folder.directory.change("bank") { try $0.pin(next, at: 1) }
        clock.pass(.seconds(1))
        #expect(try follower.current() == next.thumbprint)
    }

    @Test("the interval may be longer than the grace, which matters only after a failure")
    func longInterval() throws {
        try folder.directory.generate("bank", role: .provider)
        let policy = RefreshPolicy(interval: .seconds(60), grace: .seconds(10))
        let follower = try KeyringFollower(
            folder.directory.keyring("bank"), policy: policy, now: { [clock] in clock.now }
        ) { keyring throws(KeyError) in try keyring.primary.thumbprint }
        let first = try follower.current()
        clock.pass(.seconds(59))
        #expect(try follower.current() == first)
    }

    @Test("followed chains: those of a device are not kept in memory, those of a registration are")
    func chains() throws {
        var parties = try EnrolmentParties()
        try parties.enrol()
        let clock = clock
        for (keyring, isKept) in [(parties.device, false), (parties.registration, true)] {
            let follower = try KeyringFollower(folder.directory.add(keyring), now: { clock.now }) {
                keyring throws(KeyError) in keyring
            }
            try folder.directory.change(keyring.name) { $0.keys[0].otherMembers["note"] = 1 }
            clock.pass(.seconds(1))
            let key = try #require(try follower.current().keys.first)
            #expect(key.otherMembers["note"] == 1)
            #expect(key.enrolment != nil && (key.enrolment?.chain != nil) == isKept)
        }
    }

    @Test("a keyring that was changed in memory stays as it is")
    func changed() throws {
        try folder.directory.generate("bank", role: .provider)
        var keyring = try folder.directory.keyring("bank")
        let changed = try keyring.rotate(grace: .days(1), at: 1).thumbprint
        let follower = try follow(keyring)
        try folder.directory.change("bank") { _ = try $0.rotate(grace: .days(1), at: 2) }
        clock.pass(.seconds(1))
        #expect(try follower.current() == changed)
    }

    @Test("a public half is followed as one")
    func publicHalf() throws {
        try folder.directory.generate("bank", role: .provider)
        let clock = clock
        for pins in [try folder.directory.keyring("bank").publicHalf(), try folder.directory.publicKeyring("bank")] {
            let follower = try KeyringFollower(pins, now: { clock.now }) { keyring throws(KeyError) in keyring }
            try folder.directory.change("bank") { _ = try $0.rotate(grace: .days(1), at: 1) }
            clock.pass(.seconds(1))
            let found = try follower.current()
            #expect(!found.isSecret)
            #expect(try found.primary.thumbprint == folder.directory.keyring("bank").primary.thumbprint)
        }
    }

    @Test(
        "a protected keyring is read again without asking for its passphrase again",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
    func protected() throws {
        let asked = Mutex(0)
        let source = PassphraseSource.closure { _ in
            asked.withLock { $0 += 1 }
            return try Passphrase(copying: Array("secret".utf8).span)
        }
        let directory = KeyDirectory(folder.path, passphrase: source)
        try directory.generate("bank", role: .provider)
        let cost = try PassphraseCost(passes: 1, memoryByteCount: 8192)
        try directory.change("bank") {
            try $0.protect(with: Passphrase(copying: Array("secret".utf8).span), cost: cost)
        }
        let follower = try follow(directory.keyring("bank"))
        let next = try directory.change("bank") { try $0.rotate(grace: .days(1), at: 1).thumbprint }
        let before = asked.withLock { $0 }
        clock.pass(.seconds(1))
        #expect(try follower.current() == next)
        #expect(asked.withLock { $0 } == before)
    }
}
