import Dispatch

/// Repeats an asynchronous check on a thread of its own, since a server may hold every thread of the cooperative pool while it seals.
final class Polling: TaskExecutor {
    private let queue = DispatchQueue(label: "SealedPush.Polling")

    /// Checks at once and after each pause until the check returns false.
    static func start(every pause: Duration, _ check: @escaping @Sendable () async -> Bool) {
        Polling().run(every: max(pause, .milliseconds(1)) / .seconds(1), check)
    }

    private func run(every seconds: Double, _ check: @escaping @Sendable () async -> Bool) {
        Task(executorPreference: self) {
            guard await check() else { return }
            self.queue.asyncAfter(deadline: .now() + seconds) { self.run(every: seconds, check) }
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // `unsafe` since the reference is not counted; the closure holds `self`.
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
