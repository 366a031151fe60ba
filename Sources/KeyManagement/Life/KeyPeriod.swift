/// A length of time in whole seconds, at most some 136 years.
public struct KeyPeriod: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The seconds.
    public let seconds: UInt32

    /// No time at all.
    public static let zero = KeyPeriod(seconds: 0)

    private static let units: [(name: Character, seconds: UInt32)] = [("d", 86_400), ("h", 3600), ("m", 60), ("s", 1)]

    private init(seconds: UInt32) {
        self.seconds = seconds
    }

    /// A number of seconds.
    public static func seconds(_ count: UInt32) -> KeyPeriod { KeyPeriod(seconds: count) }

    /// A number of minutes; more than the largest period is taken as the largest one.
    public static func minutes(_ count: UInt32) -> KeyPeriod { saturating(count, times: 60) }

    /// A number of hours; more than the largest period is taken as the largest one.
    public static func hours(_ count: UInt32) -> KeyPeriod { saturating(count, times: 3600) }

    /// A number of days; more than the largest period is taken as the largest one.
    public static func days(_ count: UInt32) -> KeyPeriod { saturating(count, times: 86_400) }

    /// Reads a whole number and a unit of `s`, `m`, `h` or `d`, such as `7d`; nil for anything else.
    public init?(_ text: String) {
        guard let letter = text.utf8.last, let unit = Self.units.first(where: { $0.name.asciiValue == letter }) else {
            return nil
        }
        let digits = text.dropLast()
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = UInt32(digits)
        else { return nil }
        let (seconds, overflows) = count.multipliedReportingOverflow(by: unit.seconds)
        guard !overflows else { return nil }
        self.init(seconds: seconds)
    }

    /// The shortest text that reads back as the period.
    public var description: String {
        for unit in Self.units where seconds % unit.seconds == 0 && seconds > 0 {
            return "\(seconds / unit.seconds)\(unit.name)"
        }
        return "0s"
    }

    /// Compares the lengths.
    public static func < (left: KeyPeriod, right: KeyPeriod) -> Bool { left.seconds < right.seconds }

    /// The time that lies this long after another; the last one of all where that would pass it.
    func after(_ time: UInt32) -> UInt32 {
        let (sum, overflows) = time.addingReportingOverflow(seconds)
        return overflows ? .max : sum
    }

    private static func saturating(_ count: UInt32, times unit: UInt32) -> KeyPeriod {
        let (seconds, overflows) = count.multipliedReportingOverflow(by: unit)
        return KeyPeriod(seconds: overflows ? .max : seconds)
    }
}
