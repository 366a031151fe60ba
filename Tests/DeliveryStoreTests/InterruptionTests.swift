import DeliveryStore
import Foundation
import GRDBSQLite
import Glibc
import TestSupport
import Testing

@Suite("A store whose process ends, and one that another process holds")
struct InterruptionTests {
    /// In memory where the machine has such a folder.
    private let folder: URL

    init() {
        let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        folder = URL(filePath: parent).appending(path: "sealedpush-\(UUID().uuidString)")
        #expect(mkdir(folder.path, 0o700) == 0)
    }

    private static let python = Command.find("python3")

    @Test(
        "a process that is killed at any system call while it creates a store leaves no other file",
        .enabled(if: python != nil, "python3 is not here"))
    func killed() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let template = folder.appending(path: "template")
        #expect(mkdir(template.path, 0o700) == 0)
        let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let result = try await Command(
            try #require(Self.python),
            [
                project.appending(path: "Crash/kill_at_every_syscall.py").path, "KILL", template.path,
                folder.appending(path: "runs").path, "--", FullDiskTests.executable, "make", "{}/s",
            ]
        ).run(limit: .seconds(3600))
        guard result.exitCode != 77 else {
            return withKnownIssue("skipped: this system does not allow ptrace") { Issue.record("no ptrace") }
        }
        try #require(result.exitCode == 0)
        let ends = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
        #expect(ends.count > 10)
        for run in 1...ends.count {
            let run = folder.appending(path: "runs/\(run)")
            let files = try FileManager.default.contentsOfDirectory(atPath: run.path)
            #expect(
                Set(files).isSubset(of: ["s", "s-journal", "s-wal", "s-shm"]), "run \(run.lastPathComponent): \(files)")
            // The next process makes the store, or finishes it.
            let store = DeliveryStore(path: run.appending(path: "s").path, bounds: .patient)
            #expect(try store.countBadge(for: "one") == 1, "run \(run.lastPathComponent)")
        }
    }

    @Test("a umask that takes the owner's mode bits leaves a store that later processes can use")
    func umask() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "s").path
        await #expect(processExitsWith: .success) { [path = path as String] in
            Glibc.umask(0o777)
            try DeliveryStore(path: path, bounds: .patient).setBadge(1)
        }
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    }

    /// SQLite waits ten seconds for the lock of the shared memory that another process sets up, whatever its busy timeout is.
    ///
    /// Here its waits end when the test says so, after the calls, which then change nothing.
    @Test("a store whose log another process recovers is locked after the timeout, for each call")
    func recovery() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "s").path
        try DeliveryStore(path: path, bounds: .patient).setBadge(7)
        await #expect(processExitsWith: .success) { [path = path as String] in
            let memory = open(path + "-shm", O_RDWR | O_CREAT, 0o600)
            // The byte of the lock is 128 (SQLite's os_unix.c, UNIX_SHM_DMS); 37 is F_OFD_SETLK, a lock of the open file.
            var lock = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 128, l_len: 1, l_pid: 0)
            try #require(memory >= 0 && fcntl(memory, 37, &lock) == 0)
            SQLiteWaits.hold()
            var bounds = DeliveryStore.Bounds()
            bounds.busyTimeout = 0.1
            let store = DeliveryStore(path: path, bounds: bounds)
            for _ in 0..<3 {
                let error = #expect(throws: DeliveryStoreError.self) { try store.setBadge(8) }
                #expect(error?.code == .locked)
            }
            // The first call waits; the later ones wait for it.
            SQLiteWaits.begun.wait()
            // The descriptor stays open: closing it would drop SQLite's locks on it.
            lock.l_type = Int16(F_UNLCK)
            try #require(fcntl(memory, 37, &lock) == 0)
            SQLiteWaits.end.signal()
            #expect(try DeliveryStore(path: path, bounds: .patient).badge() == 7)
        }
    }

    @Test("a timeout that is infinite, negative or not a number is clamped")
    func timeout() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "s").path
        await #expect(processExitsWith: .success) { [path = path as String] in
            for timeout in [Double.infinity, -.infinity, .nan, -1, 1e300, .greatestFiniteMagnitude] {
                var bounds = DeliveryStore.Bounds()
                bounds.busyTimeout = timeout
                let badge = try? DeliveryStore(path: path, bounds: bounds).badge()
                // A timeout of zero may end before the call begins.
                #expect(badge == 0 || badge == nil && !(timeout > 0))
            }
        }
    }
}

/// The waits of SQLite in this process, which last until a test ends them.
private enum SQLiteWaits {
    static let begun = DispatchSemaphore(value: 0)
    static let end = DispatchSemaphore(value: 0)
    nonisolated(unsafe) private static var caller = pthread_self()

    /// Makes each later wait last until `end` is signalled; one on this thread ends the process, since its caller would wait, too.
    static func hold() {
        caller = pthread_self()
        let system = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        system.initialize(to: sqlite3_vfs_find(nil).pointee)
        system.pointee.zName = UnsafePointer(strdup("held"))
        system.pointee.xSleep = { _, microseconds in
            guard pthread_equal(pthread_self(), SQLiteWaits.caller) == 0 else { exit(EXIT_FAILURE) }
            SQLiteWaits.begun.signal()
            SQLiteWaits.end.wait()
            SQLiteWaits.end.signal()
            return microseconds
        }
        sqlite3_vfs_register(system, 1)
    }
}
