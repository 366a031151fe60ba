import Foundation

/// The source of a phone's date.
struct PhoneClock: Sendable {
    let now: @Sendable () -> Date

    /// The date of the system.
    static let system = PhoneClock { Date() }

    init(now: @escaping @Sendable () -> Date) { self.now = now }

    /// The system's date at this call, and from then on the time of a clock.
    init(_ clock: some Clock<Duration>) {
        let (date, start) = (Date(), clock.now)
        now = { date + start.duration(to: clock.now) / .seconds(1) }
    }
}
