import Foundation
import Glibc
import Synchronization

/// The thread pool on which `didReceive` is called.
///
/// A thread is reused after its call has returned. A call that never returns keeps its thread, and nothing waits for
/// it. A call that finds no free thread starts a new one.
///
/// The pool is also a task executor. A task that runs on it and waits for a delivery leaves its thread to the
/// extension, and continues on that thread after the extension has returned. This saves a thread wake-up, which costs
/// as much as the rest of a delivery when the processors sleep.
final class CallThreads: TaskExecutor {
    /// A call of an extension.
    struct Call: Sendable {
        /// Calls the extension; may block for any time.
        let body: @Sendable () -> Void
        /// Reports that the extension has returned.
        let end: @Sendable () -> Void
    }

    private struct State {
        /// The threads that wait for work.
        var free: [CallThread] = []
        /// All threads, by their pthread.
        var all: [pthread_t: CallThread] = [:]
        /// The number of threads that run jobs of tasks, and the jobs that wait for one of them.
        var busy = 0
        var jobs: [UnownedJob] = []
    }

    /// The pool of this process.
    static let shared = CallThreads()

    private let state = Mutex(State())
    private let patience: DispatchTimeInterval
    private let width: Int?

    private static let processorCount = ProcessInfo.processInfo.activeProcessorCount

    /// Takes the time after which an idle thread ends, and the number of jobs that run at once; the default is the
    /// number of processors, at least 2.
    init(patience: DispatchTimeInterval = .seconds(5), width: Int? = nil) {
        self.patience = patience
        self.width = width
    }

    /// The number of threads that wait for work.
    var freeCount: Int { state.withLock { $0.free.count } }

    /// Runs the call on a thread of its own.
    ///
    /// With `isAwaited`, a caller on a thread of this pool keeps the call for that thread, because its task suspends at
    /// once.
    func make(_ call: Call, isAwaited: Bool = false) {
        if isAwaited, let current, current.keep(.call(call), during: .job) { return }
        hand(.call(call))
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let hasRoom = state.withLock { state in
            guard mayRun(beside: state.busy) else {
                state.jobs.append(job)
                return false
            }
            state.busy += 1
            return true
        }
        guard hasRoom else { return }
        if let current, current.keep(.job(job), during: .end) { return }
        hand(.job(job))
    }

    /// Whether one more job may run.
    ///
    /// The processors are counted only if the result depends on them: counting reads files and adds close to a megabyte
    /// of Foundation's code to a process that delivers one push.
    private func mayRun(beside busy: Int) -> Bool {
        if let width { return busy < width }
        return busy < 2 || busy < Self.processorCount
    }

    /// The calling thread, if it belongs to this pool.
    private var current: CallThread? {
        let thread = pthread_self()
        return state.withLock { $0.all[thread] }
    }

    private func hand(_ work: CallThread.Work) {
        if let thread = state.withLock({ $0.free.popLast() }) { return thread.put(work) }
        let thread = CallThread()
        thread.put(work)
        onNewThread(named: "didReceive") { self.run(thread) }
    }

    // MARK: - On the thread

    private func run(_ thread: CallThread) {
        let number = pthread_self()
        state.withLock { $0.all[number] = thread }
        while serve(on: thread) {
            state.withLock { $0.free.append(thread) }
        }
        state.withLock { $0.all[number] = nil }
    }

    /// Waits for work and performs it; returns false after the timeout.
    ///
    /// No local variable keeps the work after return, so an idle thread retains nothing.
    private func serve(on thread: CallThread) -> Bool {
        guard let work = next(for: thread) else { return false }
        perform(work, on: thread)
        while let kept = thread.takeKept() { perform(kept, on: thread) }
        return true
    }

    private func perform(_ work: consuming CallThread.Work, on thread: CallThread) {
        switch work {
        case .call(let call):
            call.body()
            // Removes thread-local values that this extension left, so the next one does not see them.
            Thread.current.threadDictionary.removeAllObjects()
            thread.during(.end, call.end)
        case .job(var job):
            while true {
                thread.during(.job) { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
                let next = state.withLock { state -> UnownedJob? in
                    guard !state.jobs.isEmpty else {
                        state.busy -= 1
                        return nil
                    }
                    return state.jobs.removeFirst()
                }
                guard let next else { return }
                // The kept call may run for a long time.
                if thread.isKeeping { return hand(.job(next)) }
                job = next
            }
        }
    }

    /// Waits for work; nil after the timeout.
    private func next(for thread: CallThread) -> CallThread.Work? {
        if let work = thread.take(within: patience) { return work }
        let isUnwanted = state.withLock { state in
            guard let place = state.free.firstIndex(where: { $0 === thread }) else { return false }
            state.free.remove(at: place)
            return true
        }
        // Another thread has already chosen this one and is about to give it work.
        return isUnwanted ? nil : thread.take()
    }
}
