import Dispatch

/// Runs work that waits for a disk, a lock or the derivation of a key, on a thread outside of Swift's cooperative pool.
///
/// The work stays in its task, and has its task-local values. Changes wait for each other's lock, so they have threads apart
/// from those of reading.
func blockingWork<Result: Sendable>(
    isChange: Bool = false, _ work: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await withTaskExecutorPreference(isChange ? BlockingExecutor.changing : .reading) { try work() }
}

private final class BlockingExecutor: TaskExecutor {
    static let reading = BlockingExecutor(label: "SealedPush.KeyManagement.reading")
    static let changing = BlockingExecutor(label: "SealedPush.KeyManagement.changing")

    private let queue: DispatchQueue

    private init(label: String) {
        queue = DispatchQueue(label: label, attributes: .concurrent)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // `unsafe` since the reference is not counted; the closure holds `self`.
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
