import Synchronization

/// A clock that only a test advances, so that a wait of 30 seconds takes no time.
///
/// Pass one clock to an `ExtensionHost` and to every wait in the extension. Its first instant is zero.
public final class ManualClock: Clock, Sendable {
    /// An instant, measured from the clock's start.
    public struct Instant: InstantProtocol {
        /// The time since the clock's start.
        public let offset: Swift.Duration

        /// Creates an instant.
        public init(offset: Swift.Duration) { self.offset = offset }

        /// Returns the instant later by a duration.
        public func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }

        /// Returns the time from this instant to another.
        public func duration(to other: Instant) -> Swift.Duration { other.offset - offset }

        /// Whether one instant is before another.
        public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    private struct State {
        var now = Instant(offset: .zero)
        var nextSleeper = 0
        var sleepers: [Int: Sleeper] = [:]
        /// The tasks that wait for a sleeper.
        var watchers: [CheckedContinuation<Instant, Never>] = []
    }

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private let state = Mutex(State())

    /// Creates a clock at zero.
    public init() {}

    /// The current instant.
    public var now: Instant { state.withLock { $0.now } }

    /// The resolution: zero, since the clock can have any instant.
    public var minimumResolution: Swift.Duration { .zero }

    /// Advances the clock and resumes every sleeper whose deadline is reached, the earliest first.
    public func advance(by duration: Swift.Duration) {
        let awake = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }
        }
        for sleeper in awake { sleeper.continuation.resume() }
    }

    /// Waits until there is a sleeper and returns the earliest deadline.
    public func nextDeadline() async -> Instant {
        await withCheckedContinuation { continuation in
            let deadline = state.withLock { state in
                let earliest = state.sleepers.values.map(\.deadline).min()
                if earliest == nil { state.watchers.append(continuation) }
                return earliest
            }
            if let deadline { continuation.resume(returning: deadline) }
        }
    }

    /// Waits until the clock reaches the deadline; returns at once if it is past.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Swift.Duration? = nil) async throws {
        let id = state.withLock { state in
            state.nextSleeper += 1
            return state.nextSleeper
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let watchers = state.withLock { state -> [CheckedContinuation<Instant, Never>]? in
                    // A task is marked as cancelled before its handler runs, so a sleeper that the handler misses is
                    // not registered.
                    guard deadline > state.now, !Task.isCancelled else { return nil }
                    state.sleepers[id] = Sleeper(deadline: deadline, continuation: continuation)
                    defer { state.watchers = [] }
                    return state.watchers
                }
                guard let watchers else {
                    return continuation.resume(with: Result { try Task.checkCancellation() })
                }
                for watcher in watchers { watcher.resume(returning: deadline) }
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}
