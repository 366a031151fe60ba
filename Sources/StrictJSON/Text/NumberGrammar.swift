/// The grammar of numbers, RFC 8259 section 6: `[ minus ] int [ frac ] [ exp ]`.
enum NumberGrammar {
    /// What stands at a place where a number may stand.
    enum Outcome: Equatable {
        /// A number that ends before this offset.
        case number(end: Int)
        /// No number: what is missing, and where.
        case malformed(at: Int, reason: String)
    }

    /// Reads the longest number that starts at an offset; transparent as what reads every value is.
    @_transparent
    static func scan(_ bytes: UnsafeRawPointer, count: Int, from start: Int) -> Outcome {
        var offset = start
        if unsafe byte(bytes, count, offset) == UInt8(ascii: "-") { offset &+= 1 }

        if unsafe byte(bytes, count, offset) == UInt8(ascii: "0") {
            offset &+= 1
            if unsafe byte(bytes, count, offset).isDigit {
                return .malformed(at: offset, reason: "a number may not start with a superfluous zero")
            }
        } else {
            guard unsafe skipDigits(bytes, count, &offset) else {
                return .malformed(at: offset, reason: "expected a digit of a number")
            }
        }
        if unsafe byte(bytes, count, offset) == UInt8(ascii: ".") {
            offset &+= 1
            guard unsafe skipDigits(bytes, count, &offset) else {
                return .malformed(at: offset, reason: "expected a digit after the decimal point")
            }
        }
        if unsafe byte(bytes, count, offset) | 0x20 == UInt8(ascii: "e") {
            offset &+= 1
            let sign = unsafe byte(bytes, count, offset)
            if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { offset &+= 1 }
            guard unsafe skipDigits(bytes, count, &offset) else {
                return .malformed(at: offset, reason: "expected a digit of the exponent")
            }
        }
        return .number(end: offset)
    }

    /// Moves past digits and says whether there was at least one.
    @_transparent
    private static func skipDigits(_ bytes: UnsafeRawPointer, _ count: Int, _ offset: inout Int) -> Bool {
        let start = offset
        while unsafe byte(bytes, count, offset).isDigit { offset &+= 1 }
        return offset > start
    }

    /// The byte at an offset, or 0, which is part of no number, past the end.
    @_transparent
    private static func byte(_ bytes: UnsafeRawPointer, _ count: Int, _ offset: Int) -> UInt8 {
        unsafe offset < count ? bytes.load(fromByteOffset: offset, as: UInt8.self) : 0
    }
}
