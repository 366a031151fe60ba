/// One text of an app in one language: a format, and what its plural variables turn into.
struct LocalizedEntry: Sendable, Hashable {
    /// A part of the text that depends on a number.
    struct Variable: Sendable, Hashable {
        /// The text for each category; `other` is always there.
        let forms: [PluralCategory: String]
        /// The argument that is counted, from 1; nil for the next one.
        let argument: Int?

        /// Takes the forms; nil without `other`, which is required.
        init?(_ forms: [PluralCategory: String], argument: Int? = nil) {
            guard forms[.other] != nil else { return nil }
            self.forms = forms
            self.argument = argument
        }

        /// The form of a category.
        func form(_ category: PluralCategory) -> String { forms[category] ?? forms[.other] ?? "" }
    }

    let format: String
    var variables: [String: Variable] = [:]
}

extension LocalizedEntry {
    /// Reads an entry of a `.stringsdict`; nil if it is none (Apple, "Stringsdict File Format").
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
