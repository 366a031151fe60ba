extension JSONReader {
    mutating func readNumber(from text: Span<UInt8>) throws(JSONError) -> JSONNumber {
        let start = offset
        try scanNumber(in: text)
        return JSONNumber(verified: try string(start..<offset, of: text))
    }

    /// Moves past a number (RFC 8259 section 6): `[ minus ] int [ frac ] [ exp ]`.
    mutating func scanNumber(in text: Span<UInt8>) throws(JSONError) {
        _ = skip(UInt8(ascii: "-"), in: text)
        if skip(UInt8(ascii: "0"), in: text) {
            guard !current(in: text).isDigit else {
                throw failure(.malformed, "expected a number without leading zeros", at: offset, in: text)
            }
        } else {
            try skipDigits("a digit of a number", in: text)
        }
        if skip(UInt8(ascii: "."), in: text) {
            try skipDigits("a digit after the decimal point", in: text)
        }
        if skip(UInt8(ascii: "e"), in: text) || skip(UInt8(ascii: "E"), in: text) {
            if !skip(UInt8(ascii: "+"), in: text) { _ = skip(UInt8(ascii: "-"), in: text) }
            try skipDigits("a digit of the exponent", in: text)
        }
    }

    /// Moves past at least one digit.
    private mutating func skipDigits(_ expectation: String, in text: Span<UInt8>) throws(JSONError) {
        guard current(in: text).isDigit else { throw unexpected(expectation, in: text) }
        while current(in: text).isDigit { offset += 1 }
    }
}
