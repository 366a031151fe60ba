import Glibc

/// Formats times in UNIX seconds, for people.
enum Dates {
    /// Returns day and minute in UTC, such as `2026-11-21 14:30 UTC`; `unknown` for 0.
    static func minute(_ seconds: UInt32) -> String {
        guard seconds != 0 else { return "unknown" }
        var time = time_t(seconds)
        var parts = unsafe tm()
        guard unsafe gmtime_r(&time, &parts) != nil else { return "unknown" }
        let day = unsafe [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)].map(twoDigits)
        let minute = unsafe [Int(parts.tm_hour), Int(parts.tm_min)].map(twoDigits)
        return "\(day.joined(separator: "-")) \(minute.joined(separator: ":")) UTC"
    }

    /// Returns a duration in its largest unit, such as `3 minutes`.
    static func span(_ seconds: UInt32) -> String {
        let units: [(name: String, seconds: UInt32)] = [("day", 86_400), ("hour", 3_600), ("minute", 60)]
        for unit in units where seconds >= 2 * unit.seconds {
            return "\(seconds / unit.seconds) \(unit.name)s"
        }
        return seconds == 1 ? "1 second" : "\(seconds) seconds"
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
