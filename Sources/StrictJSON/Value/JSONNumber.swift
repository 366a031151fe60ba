/// A JSON number, kept as it was written: `12345678901234567890` and `0.10` stay themselves.
///
/// Two numbers are equal when their texts are. To compare what they count, compare their `decimal`s.
public struct JSONNumber: Sendable, Hashable {
    /// The number's text in the grammar of RFC 8259 section 6.
    public let text: String

    /// Takes a text over, or nil when it is not a number by RFC 8259 section 6.
    public init?(text: String) {
        let isNumber = unsafe text.withBytes { bytes in
            guard let start = bytes.baseAddress else { return false }
            return unsafe NumberGrammar.scan(start, count: bytes.count, from: 0) == .number(end: bytes.count)
        }
        guard isNumber else { return nil }
        self.text = text
    }

    /// Writes an integer in decimal.
    public init(_ value: some BinaryInteger) {
        text = String(value)
    }

    /// Writes the shortest text that reads back as the same binary64, or nil for an infinity or NaN.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        text = value.description
    }

    /// Takes over a text that is known to be a number.
    init(verified text: String) {
        self.text = text
    }

    /// The exact value as an `Int`, or nil when it has a fraction or is out of range; `1.0` and `1e2` are integers.
    public var int: Int? {
        if let plain = Int(text) { return plain }
        let decimal = decimal
        guard decimal.exponent >= 0 else { return nil }
        if decimal.digits.isEmpty { return 0 }
        guard decimal.exponent < 19, decimal.digits.utf8.count + decimal.exponent <= 19 else { return nil }
        let zeros = String(repeating: "0", count: decimal.exponent)
        return Int((decimal.isNegative ? "-" : "") + decimal.digits + zeros)
    }

    /// The nearest binary64, or nil when the value is beyond its range; a value too close to zero becomes zero.
    public var double: Double? {
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }
}
