import Synchronization

/// Alarms on the continuous clock, with one sleeper for all of them.
///
/// Nearly every alarm is called off soon after it was set. A sleeping task for each would cost more than what the run does
/// else, and whoever cancels it leaves its timer with the system until the time has come: 30 seconds' worth of pushes.
final class SharedAlarms: Sendable {
    private typealias Ring = @Sendable () -> Void

    private struct State {
        /// As few as pushes are under way.
        var alarms: [(number: Int, time: ContinuousClock.Instant, ring: Ring)] = []
        var sleeper: Sleeper?
        private var lastNumber = 0

        /// A number that nobody else has.
        mutating func number() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    /// It sleeps until its time even if the alarm is called off, so that the next alarm finds it asleep.
    private struct Sleeper {
        let number: Int
        let time: ContinuousClock.Instant
        let task: Task<Void, Never>
    }

    private let state = Mutex(State())

    /// Has the closure called at a time, in a task of its own.
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

    /// Sees to it that somebody wakes at the time or before.
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

    /// Rings what is due, and sleeps on if there is more.
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
