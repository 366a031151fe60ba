public import Platform

/// The time of day for an object that asks for it again and again, such as a sealer; a test sets it.
public struct WallClock: Sendable {
    private let read: @Sendable () -> Date

    /// Makes a clock from a function.
    public init(_ read: @escaping @Sendable () -> Date) {
        self.read = read
    }

    /// The time.
    public var now: Date { read() }

    /// The system's clock.
    public static let system = WallClock { Date() }

    /// A clock that stands still.
    public static func fixed(_ time: Date) -> WallClock { WallClock { time } }
}

extension Duration {
    /// A number of minutes.
    public static func minutes(_ count: Int) -> Duration { seconds(count, times: 60) }

    /// A number of hours.
    public static func hours(_ count: Int) -> Duration { seconds(count, times: 3600) }

    /// A number of days of 24 hours.
    public static func days(_ count: Int) -> Duration { seconds(count, times: 86_400) }

    /// Seconds within 64 bits: a count from a configuration must not trap.
    private static func seconds(_ count: Int, times unit: Int) -> Duration {
        let (seconds, overflows) = count.multipliedReportingOverflow(by: unit)
        return .seconds(overflows ? count < 0 ? Int.min : Int.max : seconds)
    }

    /// The whole seconds in 32 bits; none for a negative duration, and at most some 136 years.
    package var wholeSeconds: UInt32 {
        // Within 64 bits first: `components` traps beyond them.
        UInt32(clamping: min(max(self, .zero), .seconds(Int64(UInt32.max))).components.seconds)
    }
}

extension Date {
    /// UNIX seconds in 32 bits, the unit of the formats: rounded down, and from 1970 to 2106.
    package var unixTime: UInt32 { UInt32(clamping: unixSeconds) }

    /// UNIX seconds, rounded down; 0 for a time that is not a number.
    package var unixSeconds: Int64 {
        Int64(exactly: max(-0x1p62, min(timeIntervalSince1970, 0x1p62)).rounded(.down)) ?? 0
    }

    /// Makes a time of UNIX seconds.
    package init(unixTime: UInt32) { self.init(timeIntervalSince1970: Double(unixTime)) }

    /// The whole second, as the formats keep it.
    package var wholeSecond: Date { Date(unixTime: unixTime) }

    /// The time that is this long after the whole second, at most the last one of the formats.
    package func adding(_ duration: Duration) -> Date {
        Date(unixTime: UInt32(clamping: UInt64(unixTime) + UInt64(duration.wholeSeconds)))
    }
}
