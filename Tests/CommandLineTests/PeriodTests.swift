import ArgumentParser
import Testing

@testable import sealedpush

@Suite("Periods")
struct PeriodTests {
    @Test(
        "a period is a number and a unit",
        arguments: [
            ("7d", Int64(604_800)), ("12h", 43_200), ("30m", 1800), ("45s", 45), ("0s", 0), ("49710d", 4_294_944_000),
        ])
    func periods(text: String, seconds: Int64) throws {
        #expect(try ArgumentValues.period(text) == .seconds(seconds))
    }

    @Test(
        "other texts are not a period",
        arguments: [
            "", "d", "7", "-7d", "-0d", "+7d", "7 d", "7w", "1.5d", "49711d", "4294967296s", "٧d", "7d\u{301}",
            "99999999999999999999s",
        ])
    func refused(text: String) {
        #expect(throws: ValidationError.self) { try ArgumentValues.period(text) }
    }
}
