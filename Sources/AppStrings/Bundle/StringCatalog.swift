import StrictJSON

/// Parses a string catalog, `Localizable.xcstrings`.
///
/// The format is Xcode's own, and a build compiles it into the other formats. It is parsed here for apps whose sources
/// have no other. Of device variations, the one for iPhone is used, otherwise `other`.
struct StringCatalog {
    let sourceLanguage: String
    private let strings: JSONObject

    /// Parses a catalog.
    init(_ bytes: [UInt8]) throws(LocalizationError) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: bytes, limits: JSONLimits(maximumByteCount: bytes.count))
        } catch {
            throw LocalizationError(.malformed, "the catalog is not JSON: \(error)")
        }
        guard let root = value.objectValue else {
            throw LocalizationError(.malformed, "the catalog is not a dictionary")
        }
        guard let language = root["sourceLanguage"]?.stringValue, let strings = root["strings"]?.objectValue else {
            throw LocalizationError(.malformed, "the catalog has no sourceLanguage or no strings")
        }
        sourceLanguage = language
        self.strings = strings
    }

    /// The languages with at least one text.
    var languages: [String] {
        var languages: Set<String> = [sourceLanguage]
        for member in strings.members {
            for language in member.value.objectValue?["localizations"]?.objectValue?.members ?? [] {
                languages.insert(language.name)
            }
        }
        return languages.sorted()
    }

    /// Returns the texts of a language.
    ///
    /// A key without a text stands for itself in the source language and is absent in the others.
    func entries(in language: String) -> [String: LocalizedEntry] {
        var entries: [String: LocalizedEntry] = [:]
        for member in strings.members {
            let localizations = member.value.objectValue?["localizations"]?.objectValue
            if let localization = localizations?[language]?.objectValue {
                entries[member.name] = Self.entry(localization)
            } else if language == sourceLanguage {
                entries[member.name] = LocalizedEntry(format: member.name)
            }
        }
        return entries
    }

    /// The variable's name in a text that consists only of plural forms.
    private static let whole = "text"

    private static func entry(_ localization: JSONObject) -> LocalizedEntry? {
        let localization = onDevice(localization)
        if let forms = forms(localization) {
            guard let variable = LocalizedEntry.Variable(forms) else { return nil }
            return LocalizedEntry(format: "%#@\(whole)@", variables: [whole: variable])
        }
        guard let text = text(localization) else { return nil }
        var entry = LocalizedEntry(format: text)
        for substitution in localization["substitutions"]?.objectValue?.members ?? [] {
            guard let members = substitution.value.objectValue else { continue }
            let argument = members["argNum"]?.numberValue?.int
            entry.variables[substitution.name] = forms(onDevice(members)).flatMap { .init($0, argument: argument) }
        }
        return entry
    }

    private static func text(_ members: JSONObject) -> String? {
        members["stringUnit"]?.objectValue?["value"]?.stringValue
    }

    private static func forms(_ members: JSONObject) -> [PluralCategory: String]? {
        guard let plural = members["variations"]?.objectValue?["plural"]?.objectValue else { return nil }
        var forms: [PluralCategory: String] = [:]
        for category in PluralCategory.allCases {
            forms[category] = plural[category.rawValue]?.objectValue.flatMap(text)
        }
        return forms
    }

    private static func onDevice(_ members: JSONObject) -> JSONObject {
        let devices = members["variations"]?.objectValue?["device"]?.objectValue
        return (devices?["iphone"] ?? devices?["other"])?.objectValue ?? members
    }
}
