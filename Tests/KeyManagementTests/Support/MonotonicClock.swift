import Synchronization

/// A monotonic clock that the test sets, or that each reading of it moves.
final class MonotonicClock: Sendable {
    private let elapsed = Mutex(Duration.zero)
    private let step: Duration
    private let start = ContinuousClock.now

    init(step: Duration = .zero) { self.step = step }

    var now: ContinuousClock.Instant {
        elapsed.withLock { elapsed in
            defer { elapsed += step }
            return start + elapsed
        }
    }

    func pass(_ duration: Duration) { elapsed.withLock { $0 += duration } }
}
