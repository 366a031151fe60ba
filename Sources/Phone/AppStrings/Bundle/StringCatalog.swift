import StrictJSON

/// A string catalog, `Localizable.xcstrings`, which a build compiles into the other formats.
///
/// A text with plural forms is the variable `value`, as in what Xcode makes of it (planetary-social/nos #1483). Of device variations, the one for iPhone is used, otherwise `other`.
struct StringCatalog {
    let sourceLanguage: String
    private let strings: JSONObject

    init(_ bytes: [UInt8]) throws(StringsError) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: bytes, limits: JSONLimits(maximumByteCount: bytes.count))
        } catch {
            throw StringsError("the catalog is not JSON: \(error)")
        }
        guard let root = value.objectValue, let language = root["sourceLanguage"]?.stringValue,
            let strings = root["strings"]?.objectValue
        else {
            throw StringsError("the catalog has no sourceLanguage or no strings")
        }
        sourceLanguage = language
        self.strings = strings
    }

    /// The languages with at least one text.
    var languages: [String] {
        let localizations = strings.members.flatMap {
            $0.value.objectValue?["localizations"]?.objectValue?.members ?? []
        }
        return Set([sourceLanguage] + localizations.map(\.name.string)).sorted()
    }

    /// Returns the texts of a language; a key without one is its own text in the source language.
    func entries(in language: String) -> [String: LocalizedEntry] {
        var entries: [String: LocalizedEntry] = [:]
        for member in strings.members {
            let localizations = member.value.objectValue?["localizations"]?.objectValue
            if let localization = localizations?[language]?.objectValue {
                entries[member.name.string] = Self.entry(localization)
            } else if language == sourceLanguage {
                entries[member.name.string] = LocalizedEntry(format: member.name.string)
            }
        }
        return entries
    }

    private static func entry(_ localization: JSONObject) -> LocalizedEntry? {
        let localization = onDevice(localization)
        if let forms = forms(localization) {
            return LocalizedEntry.Variable(forms).map { LocalizedEntry(format: "%#@value@", variables: ["value": $0]) }
        }
        guard let text = text(localization) else { return nil }
        var entry = LocalizedEntry(format: text)
        for substitution in localization["substitutions"]?.objectValue?.members ?? [] {
            guard let members = substitution.value.objectValue else { continue }
            let argument = members["argNum"]?.numberValue?.int
            entry.variables[substitution.name.string] = forms(onDevice(members)).flatMap {
                .init($0, argument: argument)
            }
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
