import KeyManagement
import Synchronization
import TestSupport
import Testing

@Suite("The source of a passphrase", .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
struct PassphraseSourceTests {
    private struct VaultError: Error, CustomStringConvertible {
        let description = "the vault says correct horse"
    }

    private let folder: TemporaryFolder
    private let passphrase: Passphrase

    init() throws {
        folder = try TemporaryFolder()
        passphrase = try Passphrase(copying: Array("correct horse".utf8).span)
        try folder.directory.generate("bank", role: .provider, at: 1)
        try folder.directory.generate("open", role: .provider, at: 1)
        try folder.directory.change("bank") { [passphrase] in
            try $0.protect(with: passphrase, cost: PassphraseCost(passes: 1, memoryByteCount: 8192))
        }
    }

    @Test("a file")
    func file() async throws {
        try folder.write("correct horse\n", to: "passphrase", mode: 0o600)
        let directory = KeyDirectory(folder.path, passphrase: .file("\(folder.path)/passphrase"))
        #expect(try directory.keyring("bank").isSecret)
        #expect(try await directory.keyring(named: "bank").isSecret)
    }

    @Test("a function is asked once for each call, and only for a protected keyring")
    func function() async throws {
        let asked = Mutex<[String]>([])
        let directory = KeyDirectory(
            folder.path,
            passphrase: .closure { [passphrase] keyring in
                asked.withLock { $0.append(keyring) }
                return passphrase
            })
        #expect(try await directory.keyring(named: "bank").isSecret)
        #expect(asked.withLock { $0 } == ["bank"])
        try await directory.change(named: "bank") { _ = try $0.rotate(grace: .days(1), at: 2) }
        #expect(asked.withLock { $0 } == ["bank", "bank"])
        #expect(try await directory.keyring(named: "open").isSecret)
        #expect(asked.withLock { $0.count } == 2)
    }

    @Test("a changed keyring is read again for a change, without asking again")
    func conflict() async throws {
        let asked = Mutex(0)
        let directory = KeyDirectory(
            folder.path,
            passphrase: .closure { [passphrase] _ in
                asked.withLock { $0 += 1 }
                return passphrase
            })
        let other = KeyDirectory(folder.path, passphrase: .closure { [passphrase] _ in passphrase })
        let runs = Mutex(0)
        try await directory.change(named: "bank") { keyring in
            let isFirst = runs.withLock { runs in
                runs += 1
                return runs == 1
            }
            if isFirst { try other.change("bank") { _ = try $0.rotate(at: 2) } }
            _ = try keyring.rotate(at: 3)
        }
        #expect(runs.withLock { $0 } == 2 && asked.withLock { $0 } == 1)
        #expect(try folder.directory.publicKeyring("bank").keys.count == 3)
    }

    @Test("an error of another kind is locked, and its words stay away")
    func foreignError() async throws {
        do {
            let directory = KeyDirectory(folder.path, passphrase: .closure { _ in throw VaultError() })
            _ = try await directory.keyring(named: "bank")
            Issue.record("opened")
        } catch let error as KeyError {
            #expect(error.code == .locked && !"\(error)".contains("horse"))
        }
    }
}
