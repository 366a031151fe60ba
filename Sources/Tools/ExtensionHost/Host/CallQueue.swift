import Synchronization

/// Limits the number of pushes that an extension handles at once; further pushes wait in their order of arrival.
final class CallQueue: Sendable {
    private struct State {
        var running = 0
        var waiting: [@Sendable () -> Void] = []
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = max(1, limit) }

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
            if state.waiting.isEmpty { state.running -= 1 }
            return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
        next?()
    }
}
