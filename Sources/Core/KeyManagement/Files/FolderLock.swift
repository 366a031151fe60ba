import Platform

/// The right to change the keyrings of a folder, held by one process and thread at a time until it goes out of scope.
///
/// Readers need no lock, since files are only ever replaced whole. The system releases the lock of a process that dies.
struct FolderLock: ~Copyable {
    private let file: OpenFile

    /// The name of the locked file, which is never removed, since then two processes could hold two locks.
    static let file = ".lock"

    /// The longest wait for another process or thread, time for many changes of protected keyrings.
    static let timeout = Duration.seconds(60)

    /// Waits until no other process or thread changes a keyring of the folder; throws `busy` after the timeout.
    init(
        on folder: borrowing KeyFolder, timeout: Duration = Self.timeout, onWait: ((String) -> Void)? = nil
    ) throws(KeyError) {
        let file = try folder.openOwn(Self.file, O_RDWR, failure: "cannot be locked")
        // Retried, since `flock` itself has no timeout.
        let start = ContinuousClock.now
        var isReported = false
        while flock(file.descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw KeyError(systemError: "\(file.path) cannot be locked")
            }
            let waited = start.duration(to: .now)
            let limit = timeout.components.seconds
            try check(waited < timeout, .busy, "another process has held \(file.path) for \(limit) seconds")
            if !isReported, waited >= .seconds(1) {
                isReported = true
                onWait?("waiting for another process to release \(file.path), \(limit) seconds at most")
            }
            usleep(10_000)
        }
        self.file = file
    }
}
