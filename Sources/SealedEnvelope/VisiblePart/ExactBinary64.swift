import StrictJSON

extension JSONNumber {
    /// The binary64 that holds this number exactly and is written by JSON libraries as the same number, if there is one.
    ///
    /// Two conditions, so that one number has one value on every way (wire format, decision on numbers): the decimal
    /// value is a binary64 exactly, and it is also the shortest decimal that reads back as it. 0.5 and 1e2 have one;
    /// 0.1, 9007199254740993, 1e400 and 1152921504606846976, which JavaScript writes as 1152921504606847000, have none.
    var exactBinary64: Double? {
        // The integers that payloads really hold, by far the most frequent case.
        if let int, int.magnitude <= 1 << 53 { return Double(int) }
        guard let value = double, value.isFinite else { return nil }
        guard let shortest = JSONNumber(value), shortest.decimal == decimal else { return nil }
        return decimal.isBinary64 ? value : nil
    }
}

extension JSONNumber.Decimal {
    /// Whether digits × 10^exponent is m × 2^k with m below 2^53.
    ///
    /// The exponent of 2 needs no check, since the value came from a finite binary64; at most 17 digits are given.
    fileprivate var isBinary64: Bool {
        guard var odd = UInt64(digits.isEmpty ? "0" : digits), odd != 0 else { return digits.isEmpty }
        let limit: UInt64 = 1 << 53
        for _ in 0..<abs(exponent) {
            if exponent < 0 {
                guard odd.isMultiple(of: 5) else { return false }
                odd /= 5
            } else {
                odd >>= odd.trailingZeroBitCount
                guard odd < limit else { return false }
                odd *= 5
            }
        }
        return odd >> odd.trailingZeroBitCount < limit
    }
}
