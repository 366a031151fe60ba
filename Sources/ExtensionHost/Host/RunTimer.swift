/// A timer that measures one run from its start, on the host's clock.
package struct RunTimer: Sendable {
    /// The time since the start.
    let elapsed: @Sendable () -> Duration

    /// Schedules the closure for a time after the start; a past time runs it at once.
    let setAlarm: @Sendable (_ time: Duration, _ ring: @escaping @Sendable () -> Void) -> Alarm
}

/// A scheduled call that can be cancelled.
struct Alarm: Sendable {
    let cancel: @Sendable () -> Void
}

/// The host's clock, from which each run gets its own timer.
package struct RunClock: Sendable {
    /// Starts the timer of a run.
    package let startTimer: @Sendable () -> RunTimer

    package init<Time: Clock<Duration>>(_ clock: Time) {
        startTimer = {
            let start = clock.now
            return RunTimer(
                elapsed: { start.duration(to: clock.now) },
                setAlarm: { time, ring in
                    let sleeper = Task.detached {
                        do { try await clock.sleep(until: start.advanced(by: time), tolerance: nil) } catch { return }
                        ring()
                    }
                    return Alarm(cancel: sleeper.cancel)
                })
        }
    }
}
