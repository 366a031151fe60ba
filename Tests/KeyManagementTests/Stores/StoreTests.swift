import Glibc
import KeyManagement
import StrictJSON
import Synchronization
import TestSupport
import Testing

/// The laws that every store keeps, over the ones that ship.
@Suite("Stores")
struct StoreTests {
    let folder: TemporaryFolder
    let memory = MemoryKeyStore()

    init() throws { folder = try TemporaryFolder() }

    private var stores: [any KeyStore] { [folder.directory, memory] }

    @Test("what is added is found, once")
    func adding() async throws {
        for store in stores {
            let keyring = try Keyring.generate(name: "a", role: .provider)
            try await store.add(keyring)
            #expect(try await store.keyring(named: "a").primary.thumbprint == keyring.primary.thumbprint)
            #expect(try await store.names(after: nil, limit: 9) == ["a"])
            await expectCode(.alreadyExists) { try await store.add(Keyring.generate(name: "a", role: .provider)) }
            #expect(try await store.keyring(named: "a").primary.thumbprint == keyring.primary.thumbprint)
            await expectCode(.notFound) { _ = try await store.keyring(named: "b") }
            await expectCode(.notFound) { try await store.change(named: "b") { _ in } }
        }
    }

    @Test("a change from an old version is not kept")
    func stale() async throws {
        for store in stores {
            try await store.add(Keyring.generate(name: "a", role: .device))
            let stored = try #require(try await store.load("a"))
            try await store.change(named: "a") { _ = try $0.rotate(grace: .days(1), at: 1) }
            let newer = try #require(try await store.load("a"))
            #expect(newer.version != stored.version)
            let change = try KeyringChange(Keyring(stored.text, name: "a"), from: stored.version)
            #expect(try await !store.save(change))
            #expect(try await store.load("a")?.version == newer.version)
        }
    }

    @Test("rotations by 8 tasks at once lose no key", arguments: [true, false])
    func tasks(inMemory: Bool) async throws {
        let store: any KeyStore = inMemory ? memory : folder.directory
        let rotations = 3
        try await store.add(Keyring.generate(name: "a", role: .provider))
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<rotations {
                        try await store.change(named: "a") { _ = try $0.rotate(grace: .days(1), at: 1) }
                    }
                }
            }
            try await group.waitForAll()
        }
        let keyring = try await store.keyring(named: "a")
        #expect(keyring.keys.count == 1 + 8 * rotations)
        #expect(keyring.keys.filter { $0.state == .active }.count == 1)
    }

    @Test("a change that throws changes nothing")
    func throwing() async throws {
        for store in stores {
            try await store.add(Keyring.generate(name: "a", role: .device))
            let before = try await store.load("a")?.version
            await expectCode(.wrongRole) {
                try await store.change(named: "a") {
                    try $0.rotate(grace: .days(1), at: 1)
                    throw KeyError(.wrongRole, "the test says so")
                }
            }
            #expect(try await store.load("a")?.version == before)
        }
    }

    @Test("the log of a folder has each step and no secret, and completes a line that a crash truncated")
    func log() throws {
        try folder.directory.generate("a", role: .device, at: 5)
        let first = try folder.directory.keyring("a").primary
        try folder.write(try folder.text("a.log") + #"{"at":"#, to: "a.log")
        try folder.directory.change("a") { _ = try $0.rotate(grace: .seconds(60), at: 6) }
        let second = try folder.directory.keyring("a").primary
        try folder.directory.change("a") { try $0.revoke(first.thumbprint, at: 7) }
        #expect(
            try folder.text("a.log") == """
                {"at":5,"action":"add","key":"\(first.thumbprint)"}
                {"at":5,"action":"activate","key":"\(first.thumbprint)"}
                {"at":
                {"at":6,"action":"add","key":"\(second.thumbprint)"}
                {"at":6,"action":"retire","key":"\(first.thumbprint)","until":66}
                {"at":6,"action":"activate","key":"\(second.thumbprint)"}
                {"at":7,"action":"revoke","key":"\(first.thumbprint)"}

                """)
    }

    @Test("a log that is a link is not followed, and then nothing changes")
    func logLink() throws {
        try folder.directory.generate("a", role: .device)
        unlink("\(folder.path)/a.log")
        symlink("\(folder.path)/elsewhere", "\(folder.path)/a.log")
        let before = try folder.read("a.jwks")
        expectError(.symbolicLink) { try folder.directory.change("a") { try $0.rotate(grace: .days(1), at: 1) } }
        #expect(try folder.read("a.jwks") == before)
        #expect(!folder.files.contains("elsewhere"))
    }

    @Test("after a change the public file matches the secret one, without the secrets")
    func halves() throws {
        for (name, role) in [("d", KeyRole.device), ("p", .provider)] as [(UTF8Text, KeyRole)] {
            try folder.directory.generate(name, role: role)
            try folder.directory.change(name) { try $0.rotate(grace: .days(1), at: 1) }
            let secret = try folder.directory.keyring(name)
            let open = try folder.directory.publicKeyring(name)
            #expect(secret.keys.map(\.thumbprint) == open.keys.map(\.thumbprint))
            #expect(secret.keys.map(\.state) == open.keys.map(\.state))
            #expect(!open.isSecret)
        }
    }

    @Test("temporary files of a killed process are removed")
    func leftovers() throws {
        try folder.directory.generate("a", role: .device)
        try folder.write("half", to: ".a.jwks.new")
        try folder.write("half", to: ".a.pub.jwks.new")
        try folder.directory.change("a") { try $0.rotate(grace: .days(1), at: 1) }
        #expect(folder.files == [".lock", "a.jwks", "a.log", "a.pub.jwks"])
        #expect(try folder.directory.names() == ["a"])
    }

    @Test("a removed keyring is gone with its secrets, and its log tells of it", arguments: KeyRole.allCases)
    func removal(role: KeyRole) throws {
        let first = try folder.directory.generate("a", role: role, at: 5).primary.thumbprint
        try folder.directory.remove("a")
        #expect(folder.files == [".lock", "a.log"])
        let log = try folder.text("a.log").split(separator: "\n")
        #expect(log.count == 3 && log[2].hasPrefix(#"{"at":"#) && log[2].hasSuffix(#","action":"remove"}"#))
        expectError(.notFound) { try folder.directory.remove("a") }
        expectError(.notFound) { try folder.directory.keyring("a") }
        #expect(try folder.directory.names() == [])
        // The name can be used again, and the log goes on.
        let second = try folder.directory.generate("a", role: role).primary.thumbprint
        #expect(first != second)
        #expect(try folder.text("a.log").split(separator: "\n").count == 5)
    }

    @Test(
        "a protected keyring is removed without its passphrase, a path and a folder that is not there are refused",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
    func removalOfOthers() throws {
        try folder.directory.generate("a", role: .provider)
        let passphrase = try Passphrase(copying: Array("correct horse".utf8).span)
        let cost = try PassphraseCost(passes: 1, memoryByteCount: 8192)
        try folder.directory.change("a") { try $0.protect(with: passphrase, cost: cost) }
        expectError(.invalidName) { try folder.directory.remove("./a.jwks") }
        expectError(.notFound) { try KeyDirectory("\(folder.path)/none").remove("a") }
        try folder.directory.remove("a")
        #expect(folder.files == [".lock", "a.log"])
    }

    @Test("a removal takes the new content that a killed change has left, which holds secrets")
    func removalOfLeftovers() throws {
        try folder.directory.generate("a", role: .provider)
        for file in ["a.jwks", "a.pub.jwks"] { try folder.write(folder.read(file), to: ".\(file).new") }
        try folder.directory.remove("a")
        #expect(folder.files == [".lock", "a.log"])
    }

    @Test("a registration does not take the key of another one, and every other change of it is kept")
    func usedKeys() async throws {
        for store in stores {
            let phone = try Keyring.generate(name: "phone", role: .device)
            let key = try #require(phone.primary.devicePublicKey)
            // By a text, whose keyring has no events.
            let text = try phone.publicHalf().text()
            try await store.add(Keyring(text, name: "jane"))
            await expectCode(.duplicate) { try await store.add(Keyring(text, name: "joan")) }
            // A device's own keyring is no registration, and keeps its key from none.
            try await store.add(phone)
            let tablet = try Keyring.generate(name: "tablet", role: .device)
            try await store.add(tablet)
            try await store.add(Keyring(tablet.publicHalf().text(), name: "jill"))
            var joan = Keyring.forPublicKeys(name: "joan", role: .device)
            try joan.pin(DeviceKey().publicKey, at: 1)
            try await store.add(joan)
            await expectCode(.duplicate) { try await store.change(named: "joan") { try $0.pin(key, at: 2) } }
            try await store.change(named: "joan") { try $0.pin(DeviceKey().publicKey, at: 2) }
            try await store.change(named: "jane") { try $0.pin(DeviceKey().publicKey, at: 3) }
            #expect(try await store.keyring(named: "jane").keys.count == 2)
        }
    }

    @Test("a registration keeps its key when an earlier one comes into use")
    func ownKey() async throws {
        let pending = KnownKeys.point(
            role: "device", life: #""state":"pending","created":1"#, x: KnownKeys.otherPublicHalf)
        for store in stores {
            try await store.add(Keyring(KnownKeys.set(pending, KnownKeys.point(role: "device")), name: "jane"))
            try await store.change(named: "jane") { try $0.activate($0.keys[0].thumbprint, at: 2) }
            #expect(try await store.keyring(named: "jane").primary.id.description == KnownKeys.id)
        }
    }

    @Test("two registrations of one key, which another program has made, are changed in what is not their key")
    func twins() throws {
        for name in ["jane", "joan"] { try folder.write(KnownKeys.devicePublic, to: "\(name).pub.jwks", mode: 0o644) }
        try folder.directory.change("joan") { $0.keys[0].otherMembers["note"] = 1 }
        try folder.directory.change("joan") { try $0.pin(DeviceKey().publicKey, state: .pending, at: 2) }
        try folder.directory.change("joan") { try $0.revoke($0.keys[0].thumbprint, at: 3) }
        #expect(try folder.directory.keyring("joan").keys[0].otherMembers["note"] == 1)
    }

    @Test("a change and a removal of a task that was cancelled are not made")
    func cancellation() async throws {
        for store in [memory, RowStore()] as [any KeyStore] {
            try await store.add(Keyring.generate(name: "a", role: .provider, at: 1))
            let before = try await store.load("a")?.version
            let change = Task {
                while !Task.isCancelled { await Task.yield() }
                try await store.change(named: "a") { _ = try $0.rotate(at: 2) }
            }
            let removal = Task {
                while !Task.isCancelled { await Task.yield() }
                try await store.remove("a")
            }
            change.cancel()
            removal.cancel()
            await #expect(throws: CancellationError.self) { try await change.value }
            await #expect(throws: CancellationError.self) { try await removal.value }
            #expect(try await store.load("a")?.version == before)
        }
    }

    @Test("a removal returns whether there was a keyring")
    func removals() async throws {
        for store in stores {
            try await store.add(Keyring.generate(name: "a", role: .provider, at: 1))
            #expect(try await store.remove("a"))
            #expect(try await !store.remove("a"))
            #expect(try await store.load("a") == nil)
        }
        let rows = RowStore()
        try await rows.add(Keyring.generate(name: "a", role: .provider, at: 1))
        rows.state.withLock { $0.refusedRemovalCount = 2 }
        #expect(try await rows.remove("a"))
        #expect(rows.version("a") == nil)
    }

    @Test("a keyring is removed in one version only, which is told")
    func versionedRemovals() async throws {
        for store in stores {
            try await store.add(Keyring.generate(name: "a", role: .provider, at: 1))
            let version = try #require(try await store.load("a")?.version)
            #expect(try await !store.remove("a", version: "other"))
            #expect(try await !store.remove("b", version: version))
            #expect(try await store.load("a")?.version == version)
            #expect(try await store.remove("a", version: version))
            #expect(try await store.load("a") == nil)
        }
        // A folder has a removal of its own, for damaged keyrings, too.
        let directory = folder.directory
        try await directory.add(Keyring.generate(name: "a", role: .provider, at: 1))
        let (first, second): (Bool, Bool) = (try await directory.remove("a"), try await directory.remove("a"))
        #expect(first && !second)
    }

    @Test("names come after a name, in order, up to a limit")
    func pages() async throws {
        for store in stores {
            for name in ["b", "c", "a"] as [UTF8Text] {
                try await store.add(Keyring.generate(name: name, role: .provider, at: 1))
            }
            #expect(try await store.names(after: nil, limit: 2) == ["a", "b"])
            #expect(try await store.names(after: "a", limit: 9) == ["b", "c"])
            #expect(try await store.names(after: "c", limit: 9) == [])
        }
    }

    @Test("a folder that is missing has no keyrings, and one that cannot be read has an error")
    func missingFolder() async throws {
        #expect(try await KeyDirectory("\(folder.path)/none").names(after: nil, limit: 1) == [])
        try folder.write("", to: "file")
        await expectError(.inputOutput) { try await KeyDirectory("\(folder.path)/file").names(after: nil, limit: 1) }
    }

    @Test("a keyring has a name")
    func namelessKeyring() throws {
        let keyring = try Keyring.generate(name: "", role: .provider)
        expectError(.invalidName) { try KeyringChange(keyring, from: nil) }
    }

    @Test("an empty keyring is stored by no store, and leaves nothing")
    func empty() async throws {
        for store in stores {
            await expectCode(.noKey) { try await store.add(.forPublicKeys(name: "a", role: .device)) }
            #expect(try await store.load("a") == nil)
            let keyring = try Keyring.generate(name: "b", role: .device).publicHalf()
            try await store.add(Keyring(importing: keyring.text(), name: "b", role: .device, at: 1))
            await expectCode(.noKey) { try await store.change(named: "b") { $0.keys = [] } }
            #expect(try await store.keyring(named: "b").keys.count == 1)
        }
        expectError(.noKey) { try folder.directory.add(.forPublicKeys(name: "a", role: .device)) }
        #expect(try folder.directory.names() == ["b"])
    }

    private func expectCode(_ code: KeyError.Code, _ body: () async throws -> Void) async {
        do {
            try await body()
            Issue.record("accepted where \(code) was expected")
        } catch {
            #expect((error as? KeyError)?.code == code, "\(error)")
        }
    }
}
