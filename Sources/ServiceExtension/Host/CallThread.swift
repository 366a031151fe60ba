import Foundation
import Synchronization

/// One thread of `CallThreads`, with its next work item.
final class CallThread: Sendable {
    enum Work: Sendable {
        case call(CallThreads.Call)
        case job(UnownedJob)
    }

    /// The states in which a thread can keep work for itself, because it will be free shortly.
    enum Moment: Sendable {
        /// The thread runs a job of a task that is about to suspend.
        case job
        /// An extension has returned.
        case end
    }

    private struct State {
        var given: Work?
        var kept: Work?
        var moment: Moment?
    }

    private let state = Mutex(State())
    private let bell = DispatchSemaphore(value: 0)

    /// Gives work to a waiting thread.
    func put(_ work: Work) {
        state.withLock { $0.given = work }
        bell.signal()
    }

    /// Waits for work.
    func take() -> Work? {
        bell.wait()
        return state.withLock { $0.given.take() }
    }

    /// Waits for work until a timeout.
    func take(within limit: DispatchTimeInterval) -> Work? {
        guard bell.wait(timeout: .now() + limit) == .success else { return nil }
        return state.withLock { $0.given.take() }
    }

    /// Runs a body on this thread and marks the state meanwhile.
    func during(_ moment: Moment, _ body: () -> Void) {
        state.withLock { $0.moment = moment }
        body()
        state.withLock { $0.moment = nil }
    }

    /// Keeps work for this thread; returns false if the thread is not in the given state or already keeps work.
    func keep(_ work: Work, during moment: Moment) -> Bool {
        state.withLock { state in
            guard state.moment == moment, state.kept == nil else { return false }
            state.kept = work
            return true
        }
    }

    /// Whether the thread keeps work.
    var isKeeping: Bool { state.withLock { $0.kept != nil } }

    /// Removes and returns the kept work.
    func takeKept() -> Work? { state.withLock { $0.kept.take() } }
}
