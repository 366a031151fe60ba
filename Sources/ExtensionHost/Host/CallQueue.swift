import Synchronization

/// Limits the number of pushes that an extension handles at once; further pushes wait in their order of arrival.
final class CallQueue: Sendable {
    private struct State {
        var running = 0
        var waiting: [@Sendable () -> Void] = []
    }

    private let limit: Int
    private let state = Mutex(State())

    /// Takes the maximum number of running pushes; at least 1.
    init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// Starts at once if fewer than the limit are running, otherwise after earlier pushes have left.
    func enter(_ begin: @escaping @Sendable () -> Void) {
        let hasRoom = state.withLock { state in
            guard state.running < limit else {
                state.waiting.append(begin)
                return false
            }
            state.running += 1
            return true
        }
        if hasRoom { begin() }
    }

    /// Ends one push and starts the one that has waited longest.
    func leave() {
        let next = state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.waiting.isEmpty else {
                state.running -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?()
    }
}
