import Foundation
import Glibc
import Testing

@testable import SealedPushSimulator

@Suite("Folder lock")
struct FolderLockTests {
    /// Runs a closure with a new folder, which is removed afterwards.
    private func withFolder(_ body: (SimulatorFolder) throws -> Void) throws {
        let folder = SimulatorFolder(path: NSTemporaryDirectory() + "lock-\(UUID().uuidString)")
        try SimulatorFolder.make(folder.path)
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        try body(folder)
    }

    @Test("a second simulator cannot use a folder")
    func exclusive() throws {
        try withFolder { folder in
            let lock = try FolderLock(folder)
            #expect(throws: SimulatorError.self) { try FolderLock(folder) }
            extendLifetime(lock)
        }
    }

    @Test("the lock is released although a process that is being started still has its descriptor")
    func inheritedDescriptor() throws {
        try withFolder { folder in
            var lock: FolderLock? = try FolderLock(folder)
            extendLifetime(lock)
            let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap(
                Int32.init)
            let locked = try #require(
                descriptors.first {
                    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == folder.lock
                })
            let inherited = dup(locked)
            defer { close(inherited) }
            lock = nil
            _ = try FolderLock(folder)
        }
    }
}
