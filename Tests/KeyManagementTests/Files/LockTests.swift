import Glibc
import Testing

@testable import KeyManagement

@Suite("The lock of a folder")
struct LockTests {
    @Test("A10: a lock that is held for longer than the patience is an error that names the file")
    func busy() throws {
        let folder = try TemporaryFolder()
        let holder = open("\(folder.path)/.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(holder) }
        #expect(holder >= 0 && flock(holder, LOCK_EX) == 0)
        let error = #expect(throws: KeyError.self) {
            let lock = try FolderLock(on: KeyFolder(folder.path), patience: .milliseconds(50))
            extendLifetime(lock)
        }
        #expect(error?.code == .busy)
        #expect(error?.reason.contains("\(folder.path)/.lock") == true)
        #expect(flock(holder, LOCK_UN) == 0)
        try folder.directory.generate("a", role: .device)
    }
}
