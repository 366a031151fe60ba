/// A language tag as used in the folder names of a bundle and the user's settings: "en", "pt-BR", "zh-Hant-TW",
/// "zh_TW".
struct LanguageTag: Sendable, Hashable {
    private let language: String
    private let script: String?
    private let region: String?

    /// Folder names from before language tags.
    private static let oldNames = [
        "english": "en", "french": "fr", "german": "de", "italian": "it", "japanese": "ja", "spanish": "es",
        "dutch": "nl",
    ]

    /// Parses a tag with hyphens or underscores, in any case; variants and extensions are ignored.
    init(_ name: String) {
        var subtags = name.split(whereSeparator: { $0 == "-" || $0 == "_" }).map { $0.lowercased() }
        if let first = subtags.first, let tag = Self.oldNames[first] { subtags[0] = tag }
        language = subtags.first ?? ""
        let script = subtags.dropFirst().first { $0.utf8.count == 4 && $0.allSatisfy(\.isLetter) }
            .map { $0.prefix(1).uppercased() + $0.dropFirst() }
        let region = subtags.dropFirst().first {
            $0.utf8.count == 2 || ($0.utf8.count == 3 && $0.allSatisfy(\.isNumber))
        }?.uppercased()
        let implied = region.flatMap { Self.regionalScripts["\(subtags.first ?? "")-\($0)"] }
        let written = script ?? implied
        self.script = written == Self.defaultScripts[subtags.first ?? ""] ? nil : written
        self.region = region
    }

    /// The tag in one spelling; a script is included only if it is not the language's default.
    var canonical: String {
        [language, script, region].compactMap { $0 }.joined(separator: "-")
    }

    /// The tag and its more and more generic parents, ending before a parent in another script.
    ///
    /// Parents come from CLDR's parent locales, otherwise the last subtag is removed: the chain of British English is
    /// "en-GB", "en-001", "en".
    var chain: [String] {
        var chain: [String] = []
        var next = canonical
        while !next.isEmpty, !chain.contains(next) {
            chain.append(next)
            if let parent = Self.parents[next] {
                next = LanguageTag(parent).canonical
            } else if let cut = next.lastIndex(of: "-") {
                next = String(next[..<cut])
            } else {
                next = ""
            }
        }
        return chain
    }
}

/// Chooses the language of an app (Apple, QA1828).
enum LanguageChoice {
    /// Returns the first of the user's languages that has a folder.
    ///
    /// A folder matches if it names the language or a more generic one, never a more specific one. Without a match the
    /// result is the development region, if it has a folder.
    ///
    /// - Returns: the name as it is in `available`; nil if nothing matches.
    static func choose(from available: [String], for preferred: [String], developmentRegion: String?) -> String? {
        var byTag: [String: String] = [:]
        for name in available.sorted() {
            let tag = LanguageTag(name).canonical
            if byTag[tag] == nil { byTag[tag] = name }
        }
        for language in preferred {
            for tag in LanguageTag(language).chain {
                if let name = byTag[tag] { return name }
            }
        }
        guard let developmentRegion else { return nil }
        for tag in LanguageTag(developmentRegion).chain {
            if let name = byTag[tag] { return name }
        }
        return nil
    }
}
