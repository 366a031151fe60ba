import Synchronization

/// Lets so many pushes to an extension at once and keeps the others in the order in which they came.
final class CallQueue: Sendable {
    private struct State {
        var running = 0
        var waiting: [@Sendable () -> Void] = []
    }

    private let limit: Int
    private let state = Mutex(State())

    /// Takes the most that are let in; at least one.
    init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// Begins at once if there is room, otherwise when it is this one's turn.
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

    /// Makes room, and begins the one that has waited longest.
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
