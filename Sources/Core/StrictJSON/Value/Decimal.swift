extension JSONNumber {
    /// The value of a number without its spelling: ± digits × 10^exponent.
    package struct Decimal: Sendable, Hashable {
        /// Whether the value is below zero; false for `-0`.
        package let isNegative: Bool

        /// The significant digits without leading and trailing zeros; empty for zero.
        package let digits: String

        /// The power of ten, limited to ±10^18, so that it cannot overflow; 0 for zero.
        package let exponent: Int

        static let largestExponent = 1_000_000_000_000_000_000
    }

    /// The exact value; its cost depends on the length of the text, not on the size of the exponent.
    package var decimal: Decimal {
        let bytes = Array(text.utf8)
        let mantissa = bytes.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        let integer = mantissa.prefix { $0 != UInt8(ascii: ".") }
        let significant = mantissa.filter(\.isDigit).drop { $0 == UInt8(ascii: "0") }
        let trailingZeroCount = significant.reversed().prefix { $0 == UInt8(ascii: "0") }.count
        guard !significant.isEmpty else { return Decimal(isNegative: false, digits: "", exponent: 0) }
        let fractionDigitCount = max(0, mantissa.count - integer.count - 1)
        let exponent = Self.exponent(bytes.dropFirst(mantissa.count + 1)) - fractionDigitCount + trailingZeroCount
        return Decimal(
            isNegative: bytes.first == UInt8(ascii: "-"),
            digits: String(decoding: significant.dropLast(trailingZeroCount), as: UTF8.self),
            exponent: min(max(exponent, -Decimal.largestExponent), Decimal.largestExponent))
    }

    private static func exponent(_ text: ArraySlice<UInt8>) -> Int {
        guard let sign = text.first else { return 0 }
        let limit = Decimal.largestExponent
        let value = Int(String(decoding: text, as: UTF8.self)) ?? (sign == UInt8(ascii: "-") ? -limit : limit)
        return min(max(value, -limit), limit)
    }
}
