import Foundation
import GRDB
import KeyDatabase
import KeyManagement
import TestSupport
import Testing

@Suite("An SQLite file of registrations")
struct SQLiteKeyStoreTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test("the file and those beside it can be read by their owner only")
    func mode() async throws {
        let store = try folder.store()
        try await store.add(.registration("a"))
        #expect(folder.files == ["keys.sqlite", "keys.sqlite-shm", "keys.sqlite-wal"])
        for file in folder.files {
            let mode = try FileManager.default.attributesOfItem(atPath: folder.path(file))[.posixPermissions] as? Int
            #expect(mode == 0o600, "\(file)")
        }
    }

    @Test("a registration with its chain is kept and read whole, in a file of mode 0600")
    func chains() async throws {
        let provider = try Keyring.generate(name: "bank", role: .provider)
        var device = Keyring.device()
        let key = try await DeviceRegistry(folder.store(), provider: provider)
            .enrol(&device, "jane", by: provider, at: 1_795_263_600)
        let recipient = try await DeviceRegistry(folder.store(), provider: provider).recipient(for: "jane")
        #expect(recipient.key == key && recipient.key.enrolment?.chain?.day == 20_777)
        for file in folder.files {
            let mode = try FileManager.default.attributesOfItem(atPath: folder.path(file))[.posixPermissions] as? Int
            #expect(mode == 0o600, "\(file)")
        }
    }

    @Test("a keyring with secrets of its own is refused, alone and among others, and then nothing is kept")
    func secrets() async throws {
        let store = try folder.store()
        let changes = try [
            KeyringChange(.registration("a"), from: nil),
            KeyringChange(.generate(name: "b", role: .device), from: nil),
        ]
        await expectCode(.unexpectedSecret) { _ = try await store.save(changes) }
        await expectCode(.unexpectedSecret) { try await store.add(.generate(name: "p", role: .provider)) }
        #expect(try await store.names(after: nil, limit: 9) == [])
        // Under a passphrase the text is sealed.
        guard Passphrase.isSupported else { return }
        let passphrase = try Passphrase(copying: Array("correct horse".utf8).span)
        var keyring = try Keyring.generate(name: "p", role: .provider)
        try keyring.protect(with: passphrase, cost: PassphraseCost(passes: 1, memoryByteCount: 8192))
        try await store.add(keyring)
        let stored = try #require(try await store.load("p"))
        let opened = try Keyring(stored.text, name: "p", passphrase: .closure { _ in passphrase })
        #expect(try opened.primary.thumbprint == keyring.primary.thumbprint)
        let file = try Data(contentsOf: folder.url.appending(path: "keys.sqlite-wal"))
        #expect(file.range(of: Data(#""d":"#.utf8)) == nil && file.range(of: Data("keyring".utf8)) != nil)
    }

    @Test("a file of another kind, of a delivery store and of another version is refused and not changed")
    func foreign() async throws {
        try Data("Dear diary".utf8).write(to: folder.url.appending(path: "diary"))
        try await DatabaseQueue(path: folder.path("theirs")).write { try $0.execute(sql: "CREATE TABLE mine (a)") }
        do { _ = try folder.store("newer") }
        try await DatabaseQueue(path: folder.path("newer")).write { try $0.execute(sql: "PRAGMA user_version = 9") }
        do { _ = try folder.store("more") }
        try await DatabaseQueue(path: folder.path("more")).write {
            try $0.execute(sql: "CREATE TRIGGER t AFTER INSERT ON keyring BEGIN DELETE FROM keyring; END")
        }
        for name in ["diary", "theirs", "newer", "more"] {
            let before = try Data(contentsOf: folder.url.appending(path: name))
            await expectCode(.malformed) { _ = try folder.store(name) }
            #expect(try Data(contentsOf: folder.url.appending(path: name)) == before, "\(name)")
        }
    }

    @Test("a path that is no file, and a file that another user can change, are refused")
    func paths() async throws {
        #expect(mkdir(folder.path("folder"), 0o700) == 0)
        for path in ["", ":memory:", "file:x", folder.path("folder")] {
            await expectCode(.notRegularFile) { _ = try SQLiteKeyStore(path: path) }
        }
        await expectCode(.inputOutput) { _ = try SQLiteKeyStore(path: folder.path("none/keys.sqlite")) }
        do { _ = try folder.store() }
        #expect(chmod(folder.path(), 0o620) == 0)
        await expectCode(.insecurePermissions) { _ = try folder.store() }
    }

    @Test("registrations in a folder that another user can write to are refused", arguments: [0o720, 0o1777])
    func openFolder(mode: mode_t) async throws {
        do { _ = try folder.store() }
        #expect(chmod(folder.url.path, mode) == 0)
        await expectCode(.insecureFolder) { _ = try folder.store() }
    }

    @Test("while another process changes the file reading does not wait, and a change waits within its timeout")
    func busy() async throws {
        let store = try SQLiteKeyStore(path: folder.path(), busyTimeout: .milliseconds(200))
        try await store.add(.registration("a"))
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: folder.path(), configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        #expect(try await store.load("a") != nil)
        let start = ContinuousClock.now
        await expectCode(.busy) { try await store.add(.registration("b")) }
        // That it ends is the law, since the other transaction does not; the machine decides how late.
        #expect(start.duration(to: .now) >= .milliseconds(200))
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        try await store.add(.registration("b"))
    }

    @Test("damaged rows are errors of their registration, never another key")
    func damaged() async throws {
        let store = try folder.store()
        for name in ["a", "b", "c"] as [UTF8Text] { try await store.add(.registration(name)) }
        let whole = try Keyring.registration("d")
        try await store.add(whole)
        try await DatabaseQueue(path: folder.path()).write { database in
            for (name, text) in [("61", "7"), ("62", "x'7b'"), ("63", "x''")] {
                try database.execute(sql: "UPDATE keyring SET text = \(text) WHERE name = x'\(name)'")
            }
        }
        await expectCode(.malformed) { _ = try await store.load("a") }
        await expectCode(.truncated) { _ = try await store.keyring(named: "b") }
        await expectCode(.truncated) { _ = try await store.load("c") }
        #expect(try await store.keyring(named: "d").primary.thumbprint == whole.primary.thumbprint)
    }
}
