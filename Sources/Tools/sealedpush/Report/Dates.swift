import KeyManagement
import Platform

enum Dates {
    /// Returns day and minute in UTC, such as `2026-11-21 14:30 UTC`; `unknown` for the first second of 1970.
    static func minute(_ date: Date) -> String {
        guard date.unixTime != 0 else { return "unknown" }
        var time = time_t(date.unixTime)
        var parts = unsafe tm()
        guard unsafe gmtime_r(&time, &parts) != nil else { return "unknown" }
        var text = [CChar](repeating: 0, count: 32)
        let count = unsafe strftime(&text, text.count, "%Y-%m-%d %H:%M UTC", &parts)
        return String(decoding: text.prefix(count).map(UInt8.init), as: UTF8.self)
    }

    /// Returns a duration in its largest unit, such as `3 minutes`.
    static func span(seconds: Int) -> String {
        let units: [(name: String, seconds: Int)] = [("day", 86_400), ("hour", 3_600), ("minute", 60)]
        for unit in units where seconds >= 2 * unit.seconds {
            return "\(seconds / unit.seconds) \(unit.name)s"
        }
        return seconds == 1 ? "1 second" : "\(seconds) seconds"
    }
}
