import Glibc

/// The time of day, as UNIX seconds in 32 bits (until 2106), the unit of the wire format.
public struct WallClock: Sendable {
    private let read: @Sendable () -> UInt32

    /// Makes a clock of one's own, for tests that turn the time by hand.
    public init(_ read: @escaping @Sendable () -> UInt32) {
        self.read = read
    }

    /// The seconds since 1 January 1970, UTC.
    public var now: UInt32 { read() }

    /// The system's clock.
    public static let system = WallClock {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return UInt32(clamping: time.tv_sec)
    }

    /// A clock that stands still.
    public static func fixed(_ seconds: UInt32) -> WallClock {
        WallClock { seconds }
    }
}
