import StrictJSON
import Testing

@Suite("Numbers")
struct NumberTests {
    @Test(
        "a number is written as it was read",
        arguments: [
            "0", "-0", "0.10", "1.0", "1e2", "1E+2", "12345678901234567890", "1e99999999999999999999", "0.000",
            "-1.50e-007", "123456789012345678901234567890.123456789",
        ])
    func exact(text: String) throws {
        #expect(try JSONValue(parsing: Array(text.utf8)).serialized() == Array(text.utf8))
        #expect(JSONNumber(text: text)?.text == text)
    }

    @Test(
        "a text that is not a number of RFC 8259 is refused",
        arguments: [
            "", "-", "+1", "01", "-01", "1.", ".5", "1e", "1e+", "0x1", "NaN", "Infinity", " 1", "1 ", "1,0", "１",
            "1e5.0", "1e", "--1", "1\u{0}", "\u{0}",
        ])
    func refused(text: String) {
        #expect(JSONNumber(text: text) == nil)
    }

    @Test(
        "int is the exact integer value",
        arguments: [
            ("0", 0), ("-0", 0), ("0.0", 0), ("0e999999999999999999999", 0), ("1.0", 1), ("1e2", 100), ("-120e-1", -12),
            ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min), ("9.223372036854775807e18", Int.max),
            ("-9223372036854775808.000", Int.min),
        ])
    func int(text: String, value: Int) {
        #expect(JSONNumber(text: text)?.int == value)
    }

    @Test(
        "a fraction or a value out of range has no int",
        arguments: [
            "0.5", "1e-1", "9223372036854775808", "-9223372036854775809", "1e19", "12345678901234567890",
            "1e99999999999999999999", "1e-99999999999999999999",
        ])
    func noInt(text: String) throws {
        #expect(try #require(JSONNumber(text: text)).int == nil)
    }

    @Test("double is the nearest binary64, and nil beyond its range")
    func double() {
        #expect(JSONNumber(text: "0.1")?.double == 0.1)
        #expect(JSONNumber(text: "12345678901234567890")?.double == 12_345_678_901_234_567_168)
        #expect(JSONNumber(text: "1.7976931348623157e308")?.double == .greatestFiniteMagnitude)
        #expect(JSONNumber(text: "-0")?.double?.sign == .minus)
        #expect(JSONNumber(text: "1e-400")?.double == 0)
        for text in ["1e309", "-1e309", "1e99999999999999999999"] {
            #expect(JSONNumber(text: text)?.double == nil)
        }
    }

    @Test(
        "decimal is equal for equal values only",
        arguments: [
            ("0", false, "", 0), ("-0.00e5", false, "", 0), ("100", false, "1", 2), ("0.10", false, "1", -1),
            ("-12.340e3", true, "1234", 1), ("1e2", false, "1", 2), ("1002", false, "1002", 0),
            ("1e99999999999999999999", false, "1", 1_000_000_000_000_000_000),
            ("0.001e-99999999999999999999", false, "1", -1_000_000_000_000_000_000),
        ])
    func decimal(text: String, isNegative: Bool, digits: String, exponent: Int) throws {
        let decimal = try #require(JSONNumber(text: text)).decimal
        #expect(decimal.isNegative == isNegative)
        #expect(decimal.digits == digits)
        #expect(decimal.exponent == exponent)
    }

    @Test("a number of 60,000 digits is read with its value")
    func long() throws {
        let text = "1" + String(repeating: "0", count: 60_000)
        let number = try #require(JSONNumber(text: text))
        #expect(number.decimal.exponent == 60_000)
        #expect(number.int == nil)
        #expect(number.double == nil)
    }

    @Test("Swift's numbers become JSON numbers, infinities and NaN do not")
    func fromSwift() {
        #expect(JSONNumber(Int.min).text == "-9223372036854775808")
        #expect(JSONNumber(UInt64.max).text == "18446744073709551615")
        for value in [0.5, -0.0, Double.leastNonzeroMagnitude, 1e16, 1.7976931348623157e308] {
            #expect(JSONNumber(value).flatMap { JSONNumber(text: $0.text) }?.double == value)
        }
        #expect(JSONNumber(Double.infinity) == nil)
        #expect(JSONNumber(Double.nan) == nil)
    }
}
