import Dispatch

/// Runs work that waits for a disk, a lock or the derivation of a key, on a thread outside of Swift's cooperative pool.
///
/// The work stays in its task, and has its task-local values.
func blockingWork<Result: Sendable>(
    on executor: BlockingExecutor = .reading, _ work: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await withTaskExecutorPreference(executor) { try work() }
}

/// Threads outside of Swift's cooperative pool, all of whose threads a server may hold while it seals.
final class BlockingExecutor: TaskExecutor {
    static let reading = BlockingExecutor("SealedPush.KeyManagement.reading", .concurrent)
    /// One change after the other, since changes wait for each other's lock, and queues share a limited number of threads.
    static let changing = BlockingExecutor("SealedPush.KeyManagement.changing")

    private let queue: DispatchQueue

    init(_ label: String, _ attributes: DispatchQueue.Attributes = []) {
        queue = DispatchQueue(label: label, attributes: attributes)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // `unsafe` since the reference is not counted; the closure holds `self`.
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Checks at once and after each pause until the check returns false.
    func poll(every pause: Duration, _ check: @escaping @Sendable () async -> Bool) {
        Task(executorPreference: self) {
            guard await check() else { return }
            let seconds = max(pause, .milliseconds(1)) / .seconds(1)
            self.queue.asyncAfter(deadline: .now() + seconds) { self.poll(every: pause, check) }
        }
    }
}
