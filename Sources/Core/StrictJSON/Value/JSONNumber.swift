/// A JSON number, kept as its text: `12345678901234567890` and `0.10` are preserved.
///
/// Two numbers are equal if their texts are.
public struct JSONNumber: Sendable, Hashable {
    /// The number's text in the grammar of RFC 8259 section 6.
    public let text: String

    /// Creates a number from its text; returns nil if the text is not a number of RFC 8259 section 6.
    public init?(text: String) {
        let characters = ContiguousArray(text.utf8)
        let bytes = characters.span
        let limits = JSONLimits(maximumByteCount: bytes.count)
        guard var reader = try? JSONReader(bytes, limits: limits), (try? reader.scanNumber(in: bytes)) != nil,
            reader.offset == bytes.count
        else { return nil }
        self.text = text
    }

    /// Creates a number from an integer.
    public init(_ value: some BinaryInteger) { text = String(value) }

    /// Creates a number with the shortest text that parses as the same binary64; returns nil for an infinity or NaN.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        text = value.description
    }

    init(verified text: String) { self.text = text }

    /// The exact value as an `Int`, or nil if it has a fraction or is out of range; `1.0` and `1e2` are integers.
    public var int: Int? {
        if let value = Int(text) { return value }
        let decimal = decimal
        if decimal.digits.isEmpty { return 0 }
        guard 0..<19 ~= decimal.exponent else { return nil }
        let zeros = String(repeating: "0", count: decimal.exponent)
        return Int((decimal.isNegative ? "-" : "") + decimal.digits + zeros)
    }

    /// The nearest binary64, or nil if the value is beyond its range; a value too close to zero becomes zero.
    public var double: Double? {
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }
}
