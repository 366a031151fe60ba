/// The plural categories of CLDR.
enum PluralCategory: String, CaseIterable, Sendable {
    case zero, one, two, few, many, other
}

/// Chooses the plural form of a number in a language (Unicode TR 35, Language Plural Rules).
struct PluralRules: Sendable {
    private var conditions: [(category: PluralCategory, condition: PluralCondition)] = []

    private static let byLanguage: [String: PluralRules] = {
        var all: [String: PluralRules] = [:]
        for line in table.split(separator: "\n") {
            let fields = line.split(separator: ": ")
            guard fields.count == 3, let category = PluralCategory(rawValue: String(fields[0])) else { continue }
            let condition = PluralCondition(fields[1])
            for language in fields[2].split(separator: " ") {
                all[String(language), default: none].conditions.append((category, condition))
            }
        }
        return all
    }()

    /// The rules without conditions: every number is `other`.
    static let none = PluralRules()

    /// Returns the rules of a language or of its closest parent, in any script; `none` if there are no such rules.
    static func of(_ language: String) -> PluralRules {
        let tag = LanguageTag(language)
        let withoutScript = tag.canonical.split(separator: "-").first.map(String.init) ?? ""
        return (tag.chain + [withoutScript]).lazy.compactMap { byLanguage[$0] }.first ?? none
    }

    /// Returns the category of a number as it is written, "1.50" for example; `other` if the text is not a number.
    func category(of number: String) -> PluralCategory {
        guard let operands = PluralOperands(number) else { return .other }
        return conditions.first { $0.condition.holds(for: operands) }?.category ?? .other
    }
}
