import Platform

/// The right to change the keyrings of a folder, held by one process and thread at a time until it goes out of scope.
///
/// Readers need no lock, since files are only ever replaced whole. The system releases the lock of a process that dies.
struct FolderLock: ~Copyable {
    private let file: OpenFile

    /// The name of the locked file, which is never removed, since then two processes could hold two locks.
    static let file = ".lock"

    /// The number of attempts in 60 seconds, time for many changes of protected keyrings.
    static let attempts = 6_000

    /// Waits until no other process or thread changes a keyring of the folder; throws `busy` after the last attempt.
    init(
        on folder: borrowing KeyFolder, attempts: Int = Self.attempts, onWait: ((String) -> Void)? = nil
    ) throws(KeyError) {
        let file = try folder.openOwn(Self.file, O_RDWR, failure: "cannot be locked")
        try file.lock(attempts: attempts, onWait: onWait)
        self.file = file
    }

    // Not only closed: a process that was started meanwhile has a copy of the descriptor until it runs its program.
    deinit { flock(file.descriptor, LOCK_UN) }
}

extension OpenFile {
    fileprivate func lock(attempts: Int, onWait: ((String) -> Void)?) throws(KeyError) {
        // Retried, since `flock` itself has no timeout.
        for attempt in 0..<attempts {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw KeyError(systemError: "\(path) cannot be locked")
            }
            if attempt == 100 {
                onWait?("waiting for another process to release \(path), \(attempts / 100) seconds at most")
            }
            usleep(10_000)
        }
        throw KeyError(.busy, "another process has held \(path) for \(attempts / 100) seconds")
    }
}
