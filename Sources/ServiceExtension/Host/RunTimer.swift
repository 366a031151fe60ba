/// A timer that measures one run from its start, on the host's clock.
struct RunTimer: Sendable {
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
struct RunClock: Sendable {
    /// Starts the timer of a run.
    let startTimer: @Sendable () -> RunTimer

    init(_ clock: some Clock<Duration>) {
        if let clock = clock as? ContinuousClock {
            let alarms = SharedAlarms()
            startTimer = { Self.timer(clock, setAlarm: alarms.set) }
        } else {
            // One sleeper per run, cancelled with it: a test with a manual clock inspects the sleepers.
            startTimer = {
                Self.timer(clock) { time, ring in
                    let sleeper = Task {
                        do { try await clock.sleep(until: time, tolerance: nil) } catch { return }
                        ring()
                    }
                    return Alarm(cancel: sleeper.cancel)
                }
            }
        }
    }

    private static func timer<Time: Clock<Duration>>(
        _ clock: Time,
        setAlarm: @escaping @Sendable (_ time: Time.Instant, _ ring: @escaping @Sendable () -> Void) -> Alarm
    ) -> RunTimer {
        let start = clock.now
        return RunTimer(
            elapsed: { start.duration(to: clock.now) },
            setAlarm: { time, ring in setAlarm(start.advanced(by: time), ring) })
    }
}
