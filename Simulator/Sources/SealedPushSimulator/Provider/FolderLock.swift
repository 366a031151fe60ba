import Glibc

/// An exclusive lock on a simulator's folder, held as long as the value exists.
final class FolderLock: Sendable {
    private let descriptor: Int32

    /// Acquires the lock.
    ///
    /// - Throws: ``SimulatorError`` with `badFolder` if another simulator uses the folder, or if it cannot be written.
    init(_ folder: SimulatorFolder) throws {
        let descriptor = unsafe open(folder.lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SimulatorError(.badFolder, "\(folder.path) cannot be written") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            let page = (try? SimulatorDescription(folder: folder.path))?.page.map { "; its page is \($0)" } ?? ""
            throw SimulatorError(.badFolder, "another simulator uses \(folder.path)\(page)")
        }
        self.descriptor = descriptor
    }

    /// Unlocks, since closing would not: a process that is being started has the descriptor too, until it runs its program.
    deinit {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
