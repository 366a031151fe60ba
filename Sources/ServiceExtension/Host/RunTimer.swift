/// The time of one run, from its start, on whatever clock the host has.
struct RunTimer: Sendable {
    /// The time since the start.
    let elapsed: @Sendable () -> Duration

    /// Sleeps until a time after the start; a time that is past ends it at once.
    let sleepUntil: @Sendable (Duration) async throws -> Void

    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleepUntil = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }
}
