extension UInt8 {
    static let quotationMark = UInt8(ascii: "\"")
    static let backslash = UInt8(ascii: "\\")
    static let comma = UInt8(ascii: ",")
    static let colon = UInt8(ascii: ":")
    static let openingBracket = UInt8(ascii: "[")
    static let closingBracket = UInt8(ascii: "]")
    static let openingBrace = UInt8(ascii: "{")
    static let closingBrace = UInt8(ascii: "}")

    var isDigit: Bool { 0x30...0x39 ~= self }

    /// Whether the byte is an ASCII letter or digit.
    package var isAlphanumeric: Bool { isDigit || 0x41...0x5A ~= self || 0x61...0x7A ~= self }

    /// Whether the byte must be escaped in a JSON string (RFC 8259 section 7).
    var needsEscape: Bool { escapeFlag != 0 }

    /// 1 for a byte that must be escaped, else 0; without a branch, so that a loop over it is vectorized.
    fileprivate var escapeFlag: UInt8 {
        (self < 0x20 ? 1 : 0) | (self == .quotationMark ? 1 : 0) | (self == .backslash ? 1 : 0)
    }

    /// The value of a hexadecimal digit of either case, or nil for another byte.
    var hexadecimalValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}

extension Span<UInt8> {
    /// Whether any byte must be escaped in a JSON string; reads every byte.
    var needEscape: Bool {
        var found: UInt8 = 0
        for index in indices { found |= self[index].escapeFlag }
        return found != 0
    }
}
