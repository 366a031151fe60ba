import Dispatch
import SQLiteFile
import Synchronization

/// A call on another thread, for which its caller waits a bounded time.
///
/// SQLite waits some ten seconds for another process that recovers the file's log, whatever its busy timeout is, and cannot be
/// interrupted (SQLITE_PROTOCOL). A call that its caller abandons changes nothing.
final class BoundedCall<Answer: Sendable>: Sendable {
    private enum State {
        case waiting, working, abandoned
        case ended(Result<Answer, any Error>)
    }

    private let state = Mutex(State.waiting)
    private let body: Mutex<(@Sendable (BoundedCall) throws -> Answer)?>
    private let end = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable (BoundedCall) throws -> Answer) {
        self.body = Mutex(body)
    }

    /// Runs the call, and throws `locked` if the time passes before it calls ``begin()``.
    func run(for seconds: Double) throws -> Answer {
        DispatchQueue.global(qos: .userInitiated).async {
            self.perform()
            self.end.signal()
        }
        if end.wait(timeout: .now() + seconds) == .timedOut {
            try state.withLock { state in
                guard case .waiting = state else { return }
                state = .abandoned
                throw SQLiteFileError(.locked, "another process has held the store for more than \(seconds) seconds")
            }
            // The transaction has begun, and its steps are bounded.
            end.wait()
        }
        guard case .ended(let result) = state.withLock({ $0 }) else {
            throw SQLiteFileError(.inputOutput, "the store has not answered")
        }
        return try result.get()
    }

    /// Releases all that the call holds before its end is signalled: the caller's last reference closes the store.
    private func perform() {
        guard let body = body.withLock({ $0.take() }) else { return }
        let result = Result { try body(self) }
        state.withLock { $0 = .ended(result) }
    }

    /// Marks the call as one that changes the store and that its caller waits for; throws `locked` once it is abandoned.
    func begin() throws {
        try state.withLock { state in
            guard case .waiting = state else {
                throw SQLiteFileError(.locked, "the caller of the store waits no more")
            }
            state = .working
        }
    }
}
