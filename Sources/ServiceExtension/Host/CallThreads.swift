import Foundation
import Glibc
import Synchronization

/// The threads on which `didReceive` is called.
///
/// A thread serves again once its call has returned; one whose call never returns is never waited for. Each call that finds
/// no thread free gets a new one.
///
/// They are an executor, too: a task that runs on one of them and waits for a delivery leaves its thread to the extension, and
/// goes on there when the extension has returned. Nobody has to be woken for it, which costs as much as the rest of a delivery
/// where the processors sleep.
final class CallThreads: TaskExecutor {
    /// A call of an extension.
    struct Call: Sendable {
        /// Calls the extension, and may take as long as that pleases.
        let body: @Sendable () -> Void
        /// Reports that the extension has returned.
        let end: @Sendable () -> Void
    }

    private struct State {
        /// Those that wait for work.
        var free: [CallThread] = []
        /// All, by the thread.
        var all: [pthread_t: CallThread] = [:]
        /// How many run jobs of tasks, and the jobs that wait until these are fewer.
        var busy = 0
        var jobs: [UnownedJob] = []
    }

    /// Those of this process.
    static let shared = CallThreads()

    private let state = Mutex(State())
    private let patience: DispatchTimeInterval
    private let width: Int?

    private static let processorCount = ProcessInfo.processInfo.activeProcessorCount

    /// Takes how long a thread waits for work before it ends, and how many jobs run at once: without a number, as many as
    /// there are processors, but two in any case.
    init(patience: DispatchTimeInterval = .seconds(5), width: Int? = nil) {
        self.patience = patience
        self.width = width
    }

    /// How many threads wait for work.
    var freeCount: Int { state.withLock { $0.free.count } }

    /// Makes the call on a thread on which nothing else runs; one that is awaited on the thread of the task that asks for it,
    /// if that is one of these: the task suspends at once.
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
    /// The processors are counted only where it depends on them: that reads files, and takes close to a megabyte of
    /// Foundation's code into a process that delivers one push.
    private func mayRun(beside busy: Int) -> Bool {
        if let width { return busy < width }
        return busy < 2 || busy < Self.processorCount
    }

    /// The thread that asks, if it is one of these.
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

    /// Waits for work and performs it; returns false if there was none in time.
    ///
    /// Nothing holds the work when it has returned, so that a thread that is free holds nothing.
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
            // What one extension has left on its thread is not there for the next.
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
                // The call that was kept for this thread may take long.
                if thread.isKeeping { return hand(.job(next)) }
                job = next
            }
        }
    }

    /// Waits for work; nil if there was none in time.
    private func next(for thread: CallThread) -> CallThread.Work? {
        if let work = thread.take(within: patience) { return work }
        let isUnwanted = state.withLock { state in
            guard let place = state.free.firstIndex(where: { $0 === thread }) else { return false }
            state.free.remove(at: place)
            return true
        }
        // Otherwise somebody has chosen it in the last moment, and is about to give it work.
        return isUnwanted ? nil : thread.take()
    }
}
