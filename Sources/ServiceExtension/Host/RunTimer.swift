/// The time of one run, from its start, on whatever clock the host has.
struct RunTimer: Sendable {
    /// The time since the start.
    let elapsed: @Sendable () -> Duration

    /// Has the closure called at a time after the start, or at once if that is past.
    let setAlarm: @Sendable (_ time: Duration, _ ring: @escaping @Sendable () -> Void) -> Alarm
}

/// What can be called off before it rings.
struct Alarm: Sendable {
    let cancel: @Sendable () -> Void
}

/// A host's clock, on which each run has a time of its own.
struct RunClock: Sendable {
    /// Starts the time of a run.
    let startTimer: @Sendable () -> RunTimer

    init(_ clock: some Clock<Duration>) {
        if let clock = clock as? ContinuousClock {
            let alarms = SharedAlarms()
            startTimer = { Self.timer(clock, setAlarm: alarms.set) }
        } else {
            // A sleeper for each run, gone with it: who turns a clock by hand looks at who sleeps.
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
