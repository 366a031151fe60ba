/// The plural categories of CLDR.
enum PluralCategory: String, CaseIterable, Sendable {
    case zero, one, two, few, many, other
}

/// Chooses the plural form of a number in a language (Unicode TR 35, Language Plural Rules).
struct PluralRules: Sendable {
    private let conditions: [(category: PluralCategory, condition: PluralCondition)]

    private static let byLanguage: [String: PluralRules] = {
        var all: [String: PluralRules] = [:]
        for (languages, conditions) in table {
            let rules = PluralRules(conditions: conditions.map { ($0.key, PluralCondition($0.value)) })
            for language in languages.split(separator: " ") { all[String(language)] = rules }
        }
        return all
    }()

    /// The rules without conditions: every number is `other`.
    static let none = PluralRules(conditions: [])

    /// Returns the rules of a language or of its closest parent; `none` if there are no such rules.
    static func of(_ language: String) -> PluralRules {
        for tag in LanguageTag(language).chain {
            if let rules = byLanguage[tag] { return rules }
        }
        return none
    }

    /// Returns the category of a number as it is written, "1.50" for example; `other` if the text is not a number.
    func category(of number: String) -> PluralCategory {
        guard let operands = PluralOperands(number) else { return .other }
        return conditions.first { $0.condition.holds(for: operands) }?.category ?? .other
    }
}

/// The operands of plural rules: the integer part and the visible decimals of a number.
struct PluralOperands: Sendable {
    /// The operand n: the absolute value; nil if it is not an integer.
    let whole: UInt64?
    /// The operand i: the integer digits.
    let integer: UInt64
    /// The operand v: the number of visible decimals, including trailing zeros.
    let visible: UInt64
    /// The operand f: the visible decimals as a number.
    let fraction: UInt64
    /// The operand t: the visible decimals as a number, without trailing zeros.
    let trimmed: UInt64

    /// Parses a decimal number; a sign is ignored.
    ///
    /// On either side of the point at most the last 18 digits count, which is enough for every rule.
    init?(_ text: String) {
        var digits = text.utf8[...]
        if let sign = digits.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            digits = digits.dropFirst()
        }
        let parts = digits.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard let integers = parts.first, !integers.isEmpty,
            parts.allSatisfy({ $0.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } })
        else { return nil }
        let decimals = parts.count > 1 ? parts[1] : ""[...].utf8[...]
        guard parts.count == 1 || !decimals.isEmpty else { return nil }
        integer = Self.number(integers.suffix(18))
        visible = UInt64(decimals.count)
        fraction = Self.number(decimals.suffix(18))
        var significant = decimals
        while significant.last == UInt8(ascii: "0") { significant.removeLast() }
        trimmed = Self.number(significant.suffix(18))
        whole = significant.isEmpty ? integer : nil
    }

    private static func number(_ digits: Substring.UTF8View) -> UInt64 {
        digits.reduce(0) { $0 * 10 + UInt64($1 & 15) }
    }

    /// Returns the operand of a letter; nil for `n` of a number that is not an integer, which equals no value of a
    /// rule.
    func value(_ name: UInt8) -> UInt64? {
        switch name {
        case UInt8(ascii: "n"): whole
        case UInt8(ascii: "i"): integer
        case UInt8(ascii: "v"): visible
        case UInt8(ascii: "f"): fraction
        case UInt8(ascii: "t"): trimmed
        default: 0  // e and c: the exponent of compact numbers, which are not written here.
        }
    }
}
