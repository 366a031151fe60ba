import Glibc

/// The right to change the keyrings of a folder, held by one process and thread at a time until it goes out of scope.
///
/// Readers need no lock, since files are only ever replaced whole. The system releases the lock of a process that dies.
struct FolderLock: ~Copyable {
    private let descriptor: Int32

    /// The file that is locked; it stays, since removing it would let two processes hold two locks.
    static let file = ".lock"

    /// Waits until no other process or thread changes a keyring of the folder.
    ///
    /// Calls `onWait` with the folder's path after a second.
    ///
    /// - Throws: ``KeyError`` with `inputOutput`.
    init(on folder: borrowing KeyFolder, onWait: ((String) -> Void)?) throws(KeyError) {
        let descriptor = unsafe openat(
            folder.descriptor, Self.file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw KeyError(systemError: "folder \(folder.path) cannot be locked") }
        var attempts = onWait == nil ? 0 : 20
        while flock(descriptor, attempts > 0 ? LOCK_EX | LOCK_NB : LOCK_EX) != 0 {
            if errno == EWOULDBLOCK {
                attempts -= 1
                if attempts == 0 { onWait?(folder.path) } else { usleep(50_000) }
            } else if errno != EINTR {
                let error = KeyError(systemError: "folder \(folder.path) cannot be locked")
                close(descriptor)
                throw error
            }
        }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }
}
