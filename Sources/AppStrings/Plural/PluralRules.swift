/// The grammatical numbers of CLDR.
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

    /// The rules of no language: everything is `other`.
    static let none = PluralRules(conditions: [])

    /// The rules of a language, or of its closest parent; without any, everything is `other`.
    static func of(_ language: String) -> PluralRules {
        for tag in LanguageTag(language).chain {
            if let rules = byLanguage[tag] { return rules }
        }
        return none
    }

    /// The category of a number as it is written, "1.50" for example; `other` for what is no number.
    func category(of number: String) -> PluralCategory {
        guard let operands = PluralOperands(number) else { return .other }
        return conditions.first { $0.condition.holds(for: operands) }?.category ?? .other
    }
}

/// What plural rules ask of a number: its integer part and its visible decimals.
struct PluralOperands: Sendable {
    /// n: the absolute value, if it is whole.
    let whole: UInt64?
    /// i: the integer digits.
    let integer: UInt64
    /// v: how many decimals are visible, trailing zeros included.
    let visible: UInt64
    /// f: the visible decimals as a number.
    let fraction: UInt64
    /// t: the same without trailing zeros.
    let trimmed: UInt64

    /// Reads a decimal number; a sign does not matter.
    ///
    /// Of more than 18 digits on either side the last 18 count, which is
    /// enough for every rule.
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

    /// The operand of a letter; nil for a number that is not whole, which no value of a rule equals.
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
