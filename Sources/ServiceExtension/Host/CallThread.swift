import Foundation
import Synchronization

/// One of the threads, and the work that it has next.
final class CallThread: Sendable {
    enum Work: Sendable {
        case call(CallThreads.Call)
        case job(UnownedJob)
    }

    /// When a thread takes work from itself: it comes to it in a moment.
    enum Moment: Sendable {
        /// It runs a job of a task that is about to suspend.
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

    /// Gives work to a thread that waits for it.
    func put(_ work: Work) {
        state.withLock { $0.given = work }
        bell.signal()
    }

    /// Waits for work.
    func take() -> Work? {
        bell.wait()
        return state.withLock { $0.given.take() }
    }

    /// Waits for work, but no longer than that.
    func take(within limit: DispatchTimeInterval) -> Work? {
        guard bell.wait(timeout: .now() + limit) == .success else { return nil }
        return state.withLock { $0.given.take() }
    }

    /// Runs a body on this thread.
    func during(_ moment: Moment, _ body: () -> Void) {
        state.withLock { $0.moment = moment }
        body()
        state.withLock { $0.moment = nil }
    }

    /// Keeps work for this thread, on this thread; says whether it is the moment for it.
    func keep(_ work: Work, during moment: Moment) -> Bool {
        state.withLock { state in
            guard state.moment == moment, state.kept == nil else { return false }
            state.kept = work
            return true
        }
    }

    /// Whether the thread has work of its own.
    var isKeeping: Bool { state.withLock { $0.kept != nil } }

    /// Takes the work that was kept.
    func takeKept() -> Work? { state.withLock { $0.kept.take() } }
}
