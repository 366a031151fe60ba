import Glibc

/// The right to run a simulator on a folder, which one process has at a time; it ends with the value.
final class FolderClaim: Sendable {
    private let descriptor: Int32

    /// Takes the right.
    ///
    /// - Throws: ``SimulatorError`` with `badFolder` if another simulator runs on the folder, or it cannot be written.
    init(_ folder: SimulatorFolder) throws {
        let descriptor = unsafe open(folder.lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SimulatorError(.badFolder, "\(folder.path) cannot be written") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw SimulatorError(.badFolder, "another simulator runs on \(folder.path)")
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}
