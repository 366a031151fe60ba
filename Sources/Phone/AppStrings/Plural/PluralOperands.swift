/// The operands of plural rules: the integer part and the visible decimals of a number.
struct PluralOperands: Sendable {
    /// The operands by CLDR's names (Unicode TR 35): n is nil, which equals no value of a rule, if not an integer;
    /// e is the exponent of compact numbers, which are not written here.
    let values: [String: UInt64]

    /// Parses a decimal number without its sign; the last 18 digits on either side of the point decide every rule.
    init?(_ text: String) {
        let digits = text.utf8.dropFirst(["+", "-"].contains(text.unicodeScalars.first) ? 1 : 0)
        let parts = digits.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard let integer = parts.first, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { 0x30...0x39 ~= $0 } })
        else { return nil }
        let decimals = parts.count > 1 ? parts[1] : integer.prefix(0)
        var significant = decimals
        while significant.last == UInt8(ascii: "0") { significant.removeLast() }
        func number(_ digits: Substring.UTF8View) -> UInt64 {
            digits.suffix(18).reduce(0) { $0 * 10 + UInt64($1 & 15) }
        }
        var values = ["i": number(integer), "v": UInt64(decimals.count), "f": number(decimals), "e": 0]
        values["t"] = number(significant)
        values["n"] = significant.isEmpty ? values["i"] : nil
        self.values = values
    }
}
