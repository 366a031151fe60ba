import Synchronization

/// Limits the number of pushes that an extension handles at once; further pushes wait in their order of arrival.
final class CallQueue: Sendable {
    private struct State {
        var running = 0
        var waiting: [AsyncStream<Never>.Continuation] = []
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = max(1, limit) }

    /// Adds a push; the stream ends when it is the push's turn.
    func enter() -> AsyncStream<Never> {
        let (turn, continuation) = AsyncStream<Never>.makeStream()
        state.withLock { state in
            if state.running < limit {
                state.running += 1
                continuation.finish()
            } else {
                state.waiting.append(continuation)
            }
        }
        return turn
    }

    /// Ends one push, so that the one that has waited longest begins.
    func leave() {
        state.withLock { state in
            if state.waiting.isEmpty { state.running -= 1 } else { state.waiting.removeFirst().finish() }
        }
    }
}
