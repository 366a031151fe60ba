@testable import AppStrings

/// Fuzzes the reader of strings files; uses every text as a format string, and every key as a language tag.
func fuzzStrings(_ bytes: [UInt8]) throws(Violation) {
    guard let nodes = try? StringsReader.read(bytes).members else { return }
    for (key, node) in nodes.prefix(16) {
        let language = LanguageTag(key).canonical
        try demand(
            LanguageTag(language).canonical == language, "a canonical language tag is unchanged by canonicalization")
        switch node {
        case .text(let format): try checkFormat(LocalizedEntry(format: format), language: key)
        case .dictionary(let members):
            if let entry = LocalizedEntry(stringsdict: members) { try checkFormat(entry, language: key) }
        case .other: break
        }
    }
}

/// Fuzzes the reader of string catalogs.
func fuzzCatalog(_ bytes: [UInt8]) throws(Violation) {
    guard let catalog = try? StringCatalog(bytes) else { return }
    try demand(catalog.languages.contains(catalog.sourceLanguage), "the source language is one of the catalog's")
    for language in catalog.languages.prefix(4) {
        for entry in catalog.entries(in: language).values.prefix(16) { try checkFormat(entry, language: language) }
    }
}

/// Checks that a formatted text is within the limit.
private func checkFormat(_ entry: LocalizedEntry, language: String) throws(Violation) {
    let arguments = ["1", "two %@ %#@two@", "3.50", ""]
    var policy = LocalizationPolicy()
    policy.formatsNumbers = true
    let text = MessageFormat.text(
        of: entry, arguments: arguments, policy: policy, rules: PluralRules.of(language))
    try demand(text.utf8.count <= MessageFormat.longest, "a text is truncated to the limit: \(text.utf8.count) bytes")
    if !entry.format.utf8.contains(UInt8(ascii: "%")), entry.format.utf8.count <= MessageFormat.longest {
        try demand(text.utf8.elementsEqual(entry.format.utf8), "a text without conversions is unchanged")
    }
}
