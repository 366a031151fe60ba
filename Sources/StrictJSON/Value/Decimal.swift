extension JSONNumber {
    /// What a number counts, apart from how it is written: ± digits × 10^exponent.
    ///
    /// Two numbers have the same value exactly when their decimals are equal, as long as no exponent is saturated.
    public struct Decimal: Sendable, Hashable {
        /// Whether the value is below zero; false for `-0`.
        public let isNegative: Bool

        /// The significant digits, an integer without leading or trailing zeros; empty for zero.
        public let digits: String

        /// The power of ten; 0 for zero.
        ///
        /// An exponent beyond ±10^18 is kept as ±10^18, so that no text makes it overflow.
        public let exponent: Int
    }

    /// The value in its one normal form; the cost follows the text's length, never the exponent's size.
    public var decimal: Decimal {
        var digits: [UInt8] = []
        var fractionDigits = 0
        var isFraction = false
        var bytes = Array(text.utf8)[...]
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative { bytes.removeFirst() }

        while let byte = bytes.first, byte.isDigit || byte == UInt8(ascii: ".") {
            bytes.removeFirst()
            if byte == UInt8(ascii: ".") {
                isFraction = true
            } else {
                if isFraction { fractionDigits += 1 }
                if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte) }
            }
        }

        let trailingZeros = digits.reversed().prefix { $0 == UInt8(ascii: "0") }.count
        digits.removeLast(trailingZeros)
        guard !digits.isEmpty else { return Decimal(isNegative: false, digits: "", exponent: 0) }
        let exponent = Self.saturatingInteger(bytes.dropFirst()) - fractionDigits + trailingZeros
        return Decimal(
            isNegative: isNegative,
            digits: String(decoding: digits, as: UTF8.self),
            exponent: min(max(exponent, -Self.largestExponent), Self.largestExponent)
        )
    }

    private static let largestExponent = 1_000_000_000_000_000_000

    /// Reads an optional sign and digits; the value stops growing at the largest exponent.
    private static func saturatingInteger(_ bytes: ArraySlice<UInt8>) -> Int {
        var value = 0
        for byte in bytes where byte.isDigit {
            guard value < largestExponent / 10 else {
                value = largestExponent
                break
            }
            value = value * 10 + Int(byte - 0x30)
        }
        return bytes.first == UInt8(ascii: "-") ? -value : value
    }
}
