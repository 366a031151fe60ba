import Glibc
import Platform
import TestSupport
import Testing

@testable import KeyManagement

/// The calls of the system fail on the thread of a test, in the order in which a change makes them.
@Suite("Calls of the system that fail")
struct FailingCallTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Expects a failure of some work on a keyring that was made before, and that nothing changes.
    private func expectNoChange(
        _ call: SystemCall, _ number: Int32 = EIO, reason: String,
        _ work: @escaping @Sendable (KeyDirectory) throws -> Void = { directory in
            try directory.change("k") { _ = try $0.rotate(grace: .days(1), at: 2) }
        }
    ) async throws {
        try folder.directory.generate("k", role: .provider, at: 1)
        let before = try folder.snapshot()
        let directory = folder.directory
        let error = await #expect(throws: KeyError.self) { try await withFailing(call, number) { try work(directory) } }
        #expect(error?.code == .inputOutput)
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
        #expect(error?.reason.contains("the change was made") == false)
        #expect(try folder.snapshot() == before)
    }

    @Test("a new content that does not get to the disk is no change")
    func synchronizing() async throws {
        try await expectNoChange(.synchronize, reason: "k.jwks cannot be synchronized: ")
    }

    @Test("a new content whose mode cannot be set is no change")
    func modeOfFile() async throws {
        try await expectNoChange(.changeMode, EPERM, reason: "k.jwks cannot be written: ")
    }

    @Test("a new content that cannot be renamed is no change")
    func renaming() async throws {
        try await expectNoChange(.rename, reason: "k.jwks cannot be replaced: ")
    }

    @Test("a file that cannot be read fails a reading and a change", arguments: [true, false])
    func reading(isChange: Bool) async throws {
        try await expectNoChange(.read, reason: "k.jwks cannot be read: ") { directory in
            if isChange { try directory.change("k") { _ in } } else { _ = try directory.keyring("k") }
        }
    }

    @Test("a log that cannot be read is no empty one")
    func readingLog() async throws {
        try await expectNoChange(.read, reason: "k.log cannot be read: ") { directory in
            _ = try directory.log(of: KeyringName("k", in: directory.path))
        }
    }

    @Test("a folder that cannot be examined is not used")
    func examiningFolder() async throws {
        try await expectNoChange(.examine, reason: "folder \(folder.path) cannot be examined: ") {
            _ = try $0.keyring("k")
        }
    }

    @Test("a file that cannot be examined is not one that is missing")
    func examiningFile() async throws {
        let path = folder.path
        let error = await #expect(throws: KeyError.self) {
            try await onOwnThread {
                let opened = try KeyFolder(path)
                try SystemCall.examine.fail(with: EIO)
                return try opened.contains("k.jwks")
            }
        }
        #expect(error?.code == .inputOutput)
        #expect(error?.reason.hasPrefix("\(path)/k.jwks cannot be examined: ") == true)
    }

    @Test("a folder whose mode cannot be set is not used")
    func modeOfFolder() async throws {
        let path = "\(folder.path)/keys"
        let error = await #expect(throws: KeyError.self) {
            try await withFailing(.changeMode, EPERM) { _ = try KeyDirectory(path).generate("k", role: .device, at: 1) }
        }
        #expect(error?.code == .inputOutput)
        #expect(error?.reason.hasPrefix("folder \(path) cannot be made: ") == true)
    }

    @Test(
        "a new keyring is linked to its name, so that a file that others have just made is not replaced",
        arguments: [
            (EEXIST, KeyError.Code.alreadyExists, "is not overwritten"),
            (EPERM, .inputOutput, "has no hard links"), (EMLINK, .inputOutput, "has no hard links"),
            (EIO, .inputOutput, "a.jwks cannot be replaced: "),
        ])
    func linking(number: Int32, code: KeyError.Code, reason: String) async throws {
        let directory = folder.directory
        let error = await #expect(throws: KeyError.self) {
            try await withFailing(.link, number) { _ = try directory.generate("a", role: .device, at: 1) }
        }
        #expect(error?.code == code)
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
        #expect(try directory.names() == [])
    }

    @Test("a change or a removal whose names do not get to the disk is made, and an error says so")
    func synchronizingFolder() async throws {
        let first = try folder.directory.generate("k", role: .provider, at: 1)
        let path = folder.path
        var changed = first
        try changed.rotate(grace: .days(1), at: 2)
        let change = try KeyringChange(changed, from: first.version)
        let error = await #expect(throws: KeyError.self) {
            try await onOwnThread {
                let opened = try KeyFolder(path)
                try SystemCall.synchronize.fail(with: EIO, of: opened.descriptor)
                return try opened.keep(change, named: KeyringName("k", in: path), onWait: nil)
            }
        }
        #expect(error?.code == .inputOutput)
        #expect(error?.reason.hasPrefix("the change was made, but folder \(path) cannot be synchronized: ") == true)
        #expect(try folder.directory.keyring("k").keys.count == 2)
        // The export is written once the keyring is on the disk.
        #expect(try Keyring(folder.text("k.pub.jwks"), name: "k").keys.count == 1)

        let removal = await #expect(throws: KeyError.self) {
            try await onOwnThread {
                let opened = try KeyFolder(path)
                try SystemCall.synchronize.fail(with: EIO, of: opened.descriptor)
                return try opened.delete(KeyringName("k", in: path), version: nil, onWait: nil)
            }
        }
        #expect(removal?.reason.hasPrefix("folder \(path) cannot be synchronized: ") == true)
        // The public halves go first.
        #expect(folder.files == [".lock", "k.jwks", "k.log"])
    }

    @Test("a log that does not get to the disk is an error")
    func synchronizingLog() async throws {
        let path = "\(folder.path)/k.log"
        let error = await #expect(throws: KeyError.self) {
            try await withFailing(.synchronize, EIO) {
                try OpenFile(path, O_RDWR | O_CREAT | O_APPEND, mode: 0o600, path: path).append([["action": "add"]])
            }
        }
        #expect(error?.reason.hasPrefix("\(path) cannot be synchronized: ") == true)
        #expect(try folder.text("k.log") == #"{"action":"add"}"# + "\n")
    }

    @Test(
        "an attempt to lock that a signal ends is made again, another failure is an error",
        arguments: [(EINTR, KeyError.Code.busy), (EWOULDBLOCK, .busy), (ENOLCK, .inputOutput)])
    func locking(number: Int32, code: KeyError.Code) async throws {
        let path = folder.path
        let error = await #expect(throws: KeyError.self) {
            try await withFailing(.lock, number) {
                let lock = try FolderLock(on: KeyFolder(path), attempts: 3)
                extendLifetime(lock)
            }
        }
        #expect(error?.code == code)
    }
}
