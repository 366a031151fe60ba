/// One text of an app in one language: a format and its plural variables.
struct LocalizedEntry: Sendable, Hashable {
    struct Variable: Sendable, Hashable {
        private let forms: [PluralCategory: String]
        private let other: String
        /// The number of the argument that is counted, from 1; nil for the next one.
        let argument: Int?

        /// Takes the forms; nil if `other`, which is required, is missing.
        init?(_ forms: [PluralCategory: String], argument: Int? = nil) {
            guard let other = forms[.other] else { return nil }
            (self.forms, self.other, self.argument) = (forms, other, argument)
        }

        /// Returns the form of a number; `zero` is that of 0 in every language (Apple, Foundation release notes, OS X 10.9).
        func form(of number: String, _ rules: PluralRules) -> String {
            let zero = PluralOperands(number)?.values["n"] == 0 ? forms[.zero] : nil
            return zero ?? forms[rules.category(of: number)] ?? other
        }
    }

    let format: String
    var variables: [String: Variable] = [:]
}

extension LocalizedEntry {
    /// Parses an entry of a `.stringsdict`; nil if it is not one (Apple, "Stringsdict File Format").
    init?(stringsdict members: [String: StringsNode]) {
        guard let format = members["NSStringLocalizedFormatKey"]?.text else { return nil }
        self.init(format: format)
        for (name, node) in members {
            guard let rule = node.dictionary, rule["NSStringFormatSpecTypeKey"]?.text == "NSStringPluralRuleType"
            else { continue }
            var forms: [PluralCategory: String] = [:]
            for category in PluralCategory.allCases { forms[category] = rule[category.rawValue]?.text }
            variables[name] = Variable(forms)
        }
    }
}
