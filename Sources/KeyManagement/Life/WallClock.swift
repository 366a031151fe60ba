import Glibc

/// The time of day, as UNIX seconds in 32 bits (until 2106), the unit of the wire format.
public struct WallClock: Sendable {
    private let read: @Sendable () -> UInt32

    /// Makes a clock from a function, for tests that set the time.
    public init(_ read: @escaping @Sendable () -> UInt32) {
        self.read = read
    }

    /// The seconds since 1 January 1970, UTC.
    public var now: UInt32 { read() }

    /// The system's clock.
    public static let system = WallClock { UInt32(clamping: time(nil)) }

    /// A clock that stands still.
    public static func fixed(_ seconds: UInt32) -> WallClock {
        WallClock { seconds }
    }
}
