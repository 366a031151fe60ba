import Synchronization

/// A value that is set once and that any number of tasks can await.
package final class Latch<Value: Sendable>: Sendable {
    private enum State {
        case waiting([CheckedContinuation<Value?, Never>])
        case open(Value?)
    }

    private let state = Mutex(State.waiting([]))

    package init() {}

    /// Sets the value.
    ///
    /// Later calls have no effect.
    package func open(with value: Value?) {
        let waiting = state.withLock { state -> [CheckedContinuation<Value?, Never>] in
            guard case .waiting(let waiting) = state else { return [] }
            state = .open(value)
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: value) }
    }

    /// The value, once it is set.
    package var value: Value? {
        get async {
            await withCheckedContinuation { continuation in
                let value: Value?? = state.withLock { state in
                    switch state {
                    case .waiting(let waiting):
                        state = .waiting(waiting + [continuation])
                        return nil
                    case .open(let value): return value
                    }
                }
                if let value { continuation.resume(returning: value) }
            }
        }
    }
}
