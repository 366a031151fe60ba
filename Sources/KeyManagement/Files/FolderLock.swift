import Glibc

/// The right to change the keyrings of a folder, held by one process and thread at a time until it goes out of scope.
///
/// Readers need no lock, since files are only ever replaced whole. The system releases the lock of a process that dies.
struct FolderLock: ~Copyable {
    private let descriptor: Int32

    /// The file that is locked; it stays, since removing it would let two processes hold two locks.
    static let file = ".lock"

    /// The longest wait for another process or thread: 60 seconds, time for many changes of protected keyrings.
    static let patience = Duration.seconds(60)

    /// Waits until no other process or thread changes a keyring of the folder, and reports that after a second.
    ///
    /// - Throws: ``KeyError`` with `busy` when the patience is at its end, or `inputOutput`.
    init(on folder: borrowing KeyFolder, patience: Duration = Self.patience) throws(KeyError) {
        let descriptor = unsafe openat(
            folder.descriptor, Self.file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw KeyError(systemError: "folder \(folder.path) cannot be locked") }
        do throws(KeyError) {
            try Self.letOwnerOpen(descriptor, path: folder.path(of: Self.file))
            try Self.wait(for: descriptor, path: folder.path(of: Self.file), patience: patience)
        } catch {
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Gives a new lock file the owner's mode bits where the umask took them; other commands could not open it.
    private static func letOwnerOpen(_ descriptor: Int32, path: String) throws(KeyError) {
        var metadata = stat()
        guard unsafe fstat(descriptor, &metadata) == 0 else {
            throw KeyError(systemError: "\(path) cannot be examined")
        }
        guard metadata.st_uid == geteuid(), metadata.st_mode & 0o600 != 0o600 else { return }
        guard fchmod(descriptor, 0o600) == 0 else { throw KeyError(systemError: "\(path) cannot be locked") }
    }

    /// Tries again and again, since `flock` itself has no timeout.
    private static func wait(for descriptor: Int32, path: String, patience: Duration) throws(KeyError) {
        let start = ContinuousClock.now
        var isReported = false
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw KeyError(systemError: "\(path) cannot be locked")
            }
            let waited = start.duration(to: .now)
            guard waited < patience else {
                throw KeyError(.busy, "another process has held \(path) for \(patience.components.seconds) seconds")
            }
            if !isReported, waited >= WaitNotice.delay {
                isReported = true
                WaitNotice.report(
                    "waiting for another process to release \(path), \(patience.components.seconds) seconds at most")
            }
            usleep(10_000)
        }
    }
}
