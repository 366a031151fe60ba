import Synchronization

/// Alarms on the continuous clock that share one sleeping task.
///
/// Nearly every alarm is cancelled soon after it is set. A sleeping task for each would cost more than the rest of the
/// run, and the system keeps the timer of a cancelled sleep until its deadline: 30 seconds of pushes.
final class SharedAlarms: Sendable {
    private typealias Ring = @Sendable () -> Void

    private struct State {
        /// The pending alarms, one or two for each running push.
        var alarms: [(number: Int, time: ContinuousClock.Instant, ring: Ring)] = []
        var sleeper: Sleeper?
        private var lastNumber = 0

        /// Returns a unique number.
        mutating func number() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    /// A sleeping task.
    ///
    /// It sleeps until its time even if the alarm is cancelled, so the next alarm can reuse it.
    private struct Sleeper {
        let number: Int
        let time: ContinuousClock.Instant
        let task: Task<Void, Never>
    }

    private let state = Mutex(State())

    /// Schedules the closure for a time, in a task of its own.
    func set(_ time: ContinuousClock.Instant, ring: @escaping @Sendable () -> Void) -> Alarm {
        let number = state.withLock { state in
            let number = state.number()
            state.alarms.append((number, time, ring))
            sleep(until: time, &state)
            return number
        }
        return Alarm {
            self.state.withLock { state in
                guard let place = state.alarms.firstIndex(where: { $0.number == number }) else { return }
                state.alarms.remove(at: place)
            }
        }
    }

    /// Ensures that a sleeper wakes at the time or earlier.
    private func sleep(until time: ContinuousClock.Instant, _ state: inout State) {
        if let sleeper = state.sleeper {
            guard time < sleeper.time else { return }
            sleeper.task.cancel()
        }
        let number = state.number()
        let task = Task.detached {
            do { try await ContinuousClock().sleep(until: time) } catch { return }
            self.wake(number)
        }
        state.sleeper = Sleeper(number: number, time: time, task: task)
    }

    /// Runs the due alarms and starts the next sleep if any remain.
    private func wake(_ number: Int) {
        let now = ContinuousClock.now
        let due = state.withLock { state -> [Ring] in
            guard state.sleeper?.number == number else { return [] }
            state.sleeper = nil
            let due = state.alarms.filter { $0.time <= now }
            state.alarms.removeAll { $0.time <= now }
            if let next = state.alarms.map(\.time).min() { sleep(until: next, &state) }
            return due.sorted { $0.time < $1.time }.map(\.ring)
        }
        for ring in due { Task.detached { ring() } }
    }
}
