import Foundation

/// A language tag as in the folder names of a bundle and the user's settings: "en", "pt-BR", "zh-Hant-TW", "zh_TW".
struct LanguageTag: Sendable, Hashable {
    /// The tag in one spelling, empty for no language; a script is included only if it is not the language's default.
    let canonical: String

    /// Folder names from before language tags, and codes that others have replaced (IANA's registry; CLDR's aliases).
    private static let oldLanguages = [
        "english": "en", "french": "fr", "german": "de", "italian": "it", "japanese": "ja", "spanish": "es",
        "dutch": "nl", "in": "id", "iw": "he", "ji": "yi", "jw": "jv", "kmr": "ku", "mo": "ro", "sh": "sr", "tl": "fil",
    ]

    /// Parses a tag with hyphens or underscores, in any case; variants and extensions are ignored.
    init(_ name: String) {
        var components = Locale.Language.Components(identifier: name)
        if components.languageCode == "sh", components.script == nil { components.script = "Latn" }
        components.languageCode = components.languageCode.map {
            Self.oldLanguages[$0.identifier].map { Locale.LanguageCode($0) } ?? $0
        }
        guard let language = components.languageCode, language.identifier != "root" else {
            canonical = ""
            return
        }
        let script = Locale.Language(components: components).script
        let isDefault = script == Locale.Language(languageCode: language).script
        canonical = [language.identifier, isDefault ? nil : script?.identifier, components.region?.identifier]
            .compactMap { $0 }.joined(separator: "-")
    }

    /// The tag and its more and more generic parents, ending before one in another script.
    ///
    /// Austrian English: "en-AT", "en-150", "en-GB", "en-001", "en". Some languages are each other's parents, such as "zh" and
    /// "zh-CN".
    var chain: [String] {
        var chain: [String] = []
        var next = canonical
        while !next.isEmpty, !chain.contains(next) {
            chain.append(next)
            next = Self.parents[next] ?? Self.withoutRegion(next)
        }
        return chain
    }

    /// Returns a canonical tag without its region, empty if it has none.
    private static func withoutRegion(_ tag: String) -> String {
        let parts = tag.split(separator: "-")
        // A region has two letters or three digits, a script four letters.
        guard parts.count > 1, let last = parts.last, last.utf8.count < 4 else { return "" }
        return parts.dropLast().joined(separator: "-")
    }

    /// Returns the first of the user's languages, then the development region, that `available` has (Apple, QA1828).
    ///
    /// A name matches a language if it is the language's or a more generic one's, never a more specific one's.
    static func choose(from available: [String], for preferred: [String], developmentRegion: String?) -> String? {
        let byTag = Dictionary(available.sorted().map { (LanguageTag($0).canonical, $0) }) { first, _ in first }
        let languages = preferred + [developmentRegion].compactMap { $0 }
        return languages.lazy.flatMap { LanguageTag($0).chain }.compactMap { byTag[$0] }.first
    }
}
