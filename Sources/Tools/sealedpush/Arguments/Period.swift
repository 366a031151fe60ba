import ArgumentParser
import KeyManagement

/// A length of time as a user writes it: a whole number and a unit of `s`, `m`, `h` or `d`, such as `7d`.
struct Period: ExpressibleByArgument {
    let duration: Duration
    let defaultValueDescription: String

    private static let units = ["s": 1, "m": 60, "h": 3600, "d": 86_400]

    /// Parses a text; nil for another text, and for more than 32 bits of seconds.
    init?(argument text: String) {
        // Digits only: `Int64.init` takes a sign too.
        let digits = text.utf8.dropLast()
        guard let unit = Self.units[String(text.suffix(1))], digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let count = Int64(Substring(digits)), count <= Int64(UInt32.max) / Int64(unit)
        else { return nil }
        duration = .seconds(count * Int64(unit))
        defaultValueDescription = text
    }

    static let month = Period(.days(30), "30d")
    static let week = Period(.days(7), "7d")
    static let twoWeeks = Period(.days(14), "14d")

    private init(_ duration: Duration, _ text: String) {
        self.duration = duration
        defaultValueDescription = text
    }
}
