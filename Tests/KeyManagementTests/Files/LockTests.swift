import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import KeyManagement

@Suite("The lock of a folder", .serialized)
struct LockTests {
    @Test("a lock that is held for longer than the timeout is an error that names the file")
    func busy() throws {
        let folder = try TemporaryFolder()
        let holder = open("\(folder.path)/.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(holder) }
        #expect(holder >= 0 && flock(holder, LOCK_EX) == 0)
        let error = #expect(throws: KeyError.self) {
            let lock = try FolderLock(on: KeyFolder(folder.path), attempts: 50)
            extendLifetime(lock)
        }
        #expect(error?.code == .busy)
        #expect(error?.reason.contains("\(folder.path)/.lock") == true)
        #expect(flock(holder, LOCK_UN) == 0)
        try folder.directory.generate("a", role: .device)
    }

    @Test("a wait for the lock is reported once, and not before the 101st attempt", arguments: [100: 0, 103: 1])
    func report(attempts: Int, reports: Int) async throws {
        let folder = try TemporaryFolder()
        let holder = open("\(folder.path)/.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(holder) }
        #expect(holder >= 0 && flock(holder, LOCK_EX) == 0)
        let lines = try await onOwnThread { [path = folder.path] in
            var lines: [String] = []
            do {
                let lock = try FolderLock(on: KeyFolder(path), attempts: attempts) { lines.append($0) }
                extendLifetime(lock)
                lines.append("locked")
            } catch {}
            return lines
        }
        let line = "waiting for another process to release \(folder.path)/.lock, 1 seconds at most"
        #expect(lines == [String](repeating: line, count: reports))
    }

    @Test("the lock is free after a change, also while a process that was started meanwhile has its descriptor")
    func copy() throws {
        let folder = try TemporaryFolder()
        let opened = try KeyFolder(folder.path)
        var copy: Int32 = -1
        do {
            let lock = try FolderLock(on: opened)
            copy = try #require(Self.descriptor(of: "\(folder.path)/.lock"))
            copy = dup(copy)
            #expect(!Self.isFree(folder))
            extendLifetime(lock)
        }
        defer { close(copy) }
        #expect(copy >= 0 && Self.isFree(folder))
    }

    /// The descriptor by which this process has a file open.
    private static func descriptor(of path: String) -> Int32? {
        (0..<1024).first { number in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")) == path
        }
    }

    @Test("a log keeps its mode, unless its owner could not use it")
    func modeOfLog() throws {
        let folder = try TemporaryFolder()
        try folder.directory.generate("a", role: .device, at: 1)
        chmod("\(folder.path)/a.log", 0o640)
        try folder.directory.change("a") { _ = try $0.rotate(grace: .days(1), at: 2) }
        #expect(folder.mode("a.log") == 0o640)
        chmod("\(folder.path)/a.log", 0o040)
        try folder.directory.change("a") { _ = try $0.rotate(grace: .days(1), at: 3) }
        #expect(folder.mode("a.log") == 0o600)
    }

    @Test("a change holds no lock while its body runs, which runs again when another change was faster")
    func overtaken() throws {
        let folder = try TemporaryFolder()
        try folder.directory.generate("a", role: .device, at: 1)
        var runs = 0
        try folder.directory.change("a") { keyring in
            #expect(Self.isFree(folder))
            runs += 1
            if runs == 1 { try folder.directory.change("a") { _ = try $0.rotate(grace: .days(1), at: 2) } }
            #expect(keyring.keys.count == runs)
            try keyring.rotate(grace: .days(1), at: 3)
        }
        #expect(runs == 2)
        #expect(try folder.directory.keyring("a").keys.count == 3)
        #expect(Self.isFree(folder))
    }

    @Test(
        "a passphrase is asked for while the lock is free, and once",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"),
        arguments: ["change", "challenge", "save"])
    func asking(call: String) async throws {
        let folder = try TemporaryFolder()
        let cost = try PassphraseCost(passes: 1, memoryByteCount: 8192)
        let passphrase = try Passphrase(copying: [1].span)
        try folder.directory.generate("a", role: .device, at: 1)
        try folder.directory.change("a") { try $0.protect(with: passphrase, cost: cost) }
        let asked = Mutex<[Bool]>([])
        let source = PassphraseSource.closure { _ in
            asked.withLock { $0.append(Self.isFree(folder)) }
            return passphrase
        }
        let directory = KeyDirectory(folder.path, passphrase: source)
        switch call {
        case "change":
            try directory.change("a") { _ = try $0.rotate(grace: .days(1), at: 2) }
            #expect(try directory.keyring("a").keys.count == 2)
        case "challenge":
            var other = Keyring.forPublicKeys(name: "b", role: .device)
            let (offer, provider) = (try other.offer(at: 2), try ProviderKey())
            // A keyring with secrets is no registration, which shows only once it is open.
            #expect(throws: KeyError.self) {
                try directory.change("a") { _ = try $0.challenge(offer, from: provider, at: 2) }
            }
        default:
            let stored = try #require(try await directory.load("a"))
            let change = try KeyringChange(directory.keyring("a"), from: stored.version)
            #expect(try await directory.save(change))
        }
        #expect(asked.withLock { $0 }.allSatisfy { $0 } && asked.withLock { !$0.isEmpty })
        if call == "challenge" { #expect(asked.withLock { $0.count } == 1) }
    }

    @Test(
        "a change with a wrong passphrase, or without one, frees the lock and changes nothing",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
    func wrongPassphrase() throws {
        let folder = try TemporaryFolder()
        let cost = try PassphraseCost(passes: 1, memoryByteCount: 8192)
        try folder.directory.generate("a", role: .device, at: 1)
        try folder.directory.change("a") { try $0.protect(with: Passphrase(copying: [1].span), cost: cost) }
        let before = try folder.snapshot()
        let wrong = KeyDirectory(folder.path, passphrase: .closure { _ in try Passphrase(copying: [2].span) })
        expectError(.wrongPassphrase) { try wrong.change("a") { _ in } }
        expectError(.locked) { try folder.directory.change("a") { _ in } }
        #expect(try folder.snapshot() == before)
        #expect(Self.isFree(folder))
    }

    @Test("a umask that takes the owner's mode bits leaves a folder and a lock that later commands can use")
    func umask() async throws {
        let folder = try TemporaryFolder()
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            Glibc.umask(0o777)
            try KeyDirectory("\(path)/keys").generate("a", role: .device, at: 1)
        }
        defer { for file in Self.files { unlink("\(folder.path)/keys/\(file)") } }
        #expect(folder.mode("keys") == 0o700)
        #expect(Self.files.map { folder.mode("keys/\($0)") } == [0o600, 0o600, 0o600, 0o644])
    }

    private static let files = [".lock", "a.jwks", "a.log", "a.pub.jwks"]

    /// Whether another command could take the lock of a folder now.
    private static func isFree(_ folder: TemporaryFolder) -> Bool {
        let lock = open("\(folder.path)/.lock", O_RDWR | O_CLOEXEC)
        // Not only closed, since a process that is started now has a copy of the descriptor until it runs its program.
        defer { flock(lock, LOCK_UN); close(lock) }
        return lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0
    }
}
