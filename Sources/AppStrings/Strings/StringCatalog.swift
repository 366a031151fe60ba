import StrictJSON

/// Reads a string catalog, `Localizable.xcstrings`.
///
/// The format is Xcode's own and compiled into the others before it reaches a phone; here it is read directly, for the
/// apps whose sources have nothing else. Of device variations that for iPhone counts, else `other`.
struct StringCatalog {
    let sourceLanguage: String
    private let strings: JSONObject

    /// Reads a catalog.
    init(_ bytes: [UInt8]) throws(LocalizationError) {
        let root: JSONObject
        do {
            let limits = JSONLimits(maximumByteCount: bytes.count)
            guard let object = try JSONValue(parsing: bytes, limits: limits).objectValue else {
                throw LocalizationError(.malformed, "the catalog is no dictionary")
            }
            root = object
        } catch let error as JSONError {
            throw LocalizationError(.malformed, "the catalog is no JSON: \(error)")
        } catch let error as LocalizationError {
            throw error
        } catch {
            throw LocalizationError(.malformed, "the catalog is no JSON")
        }
        guard let language = root["sourceLanguage"]?.stringValue, let strings = root["strings"]?.objectValue else {
            throw LocalizationError(.malformed, "the catalog has no sourceLanguage or no strings")
        }
        sourceLanguage = language
        self.strings = strings
    }

    /// The languages in which at least one text is.
    var languages: [String] {
        var languages: Set<String> = [sourceLanguage]
        for member in strings.members {
            for language in member.value.objectValue?["localizations"]?.objectValue?.members ?? [] {
                languages.insert(language.name)
            }
        }
        return languages.sorted()
    }

    /// The texts of a language; a key without one stands for itself in the source language and is absent in the others.
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

    /// The name of the variable that a text with plural forms of its own consists of.
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
