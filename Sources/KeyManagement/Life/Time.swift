import Glibc
import StrictJSON

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
    public static func fixed(_ seconds: UInt32) -> WallClock { WallClock { seconds } }
}

/// A length of time in whole seconds, at most some 136 years.
public struct KeyPeriod: Sendable, Hashable, CustomStringConvertible {
    /// The seconds.
    public let seconds: UInt32

    /// The empty period.
    public static let zero = KeyPeriod(0)

    private static let units: [(name: String, seconds: UInt32)] = [("d", 86_400), ("h", 3600), ("m", 60), ("s", 1)]

    private init(_ count: UInt32, times unit: UInt32 = 1) {
        seconds = UInt32(clamping: UInt64(count) * UInt64(unit))
    }

    /// A number of seconds.
    public static func seconds(_ count: UInt32) -> KeyPeriod { KeyPeriod(count) }

    /// A number of minutes; more than the largest period is taken as the largest one.
    public static func minutes(_ count: UInt32) -> KeyPeriod { KeyPeriod(count, times: 60) }

    /// A number of hours; more than the largest period is taken as the largest one.
    public static func hours(_ count: UInt32) -> KeyPeriod { KeyPeriod(count, times: 3600) }

    /// A number of days; more than the largest period is taken as the largest one.
    public static func days(_ count: UInt32) -> KeyPeriod { KeyPeriod(count, times: 86_400) }

    /// Reads a whole number and a unit of `s`, `m`, `h` or `d`, such as `7d`; nil for anything else.
    package init?(_ text: String) {
        // Digits only: `UInt32.init` takes a sign too.
        let digits = text.utf8.dropLast()
        guard let unit = Self.units.first(where: { text.hasByteSuffix($0.name) }),
            digits.allSatisfy({ (0x30...0x39).contains($0) }), let count = UInt32(Substring(digits)),
            let seconds = UInt32(exactly: UInt64(count) * UInt64(unit.seconds))
        else { return nil }
        self.init(seconds)
    }

    /// The shortest text that reads back as the period.
    public var description: String {
        for unit in Self.units where seconds % unit.seconds == 0 && seconds > 0 {
            return "\(seconds / unit.seconds)\(unit.name)"
        }
        return "0s"
    }

    /// The time that is this long after another, at most the last one of 32 bits.
    func after(_ time: UInt32) -> UInt32 { UInt32(clamping: UInt64(time) + UInt64(seconds)) }
}
