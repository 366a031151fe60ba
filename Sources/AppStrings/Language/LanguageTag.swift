/// A language as the folders of a bundle and the user's settings name it: "en", "pt-BR", "zh-Hant-TW", "zh_TW".
struct LanguageTag: Sendable, Hashable {
    private let language: String
    private let script: String?
    private let region: String?

    /// Names that folders had before there were tags.
    private static let oldNames = [
        "english": "en", "french": "fr", "german": "de", "italian": "it", "japanese": "ja", "spanish": "es",
        "dutch": "nl",
    ]

    /// Reads a tag with hyphens or underscores, in any case; variants and extensions do not count.
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

    /// The tag in one spelling: a script is written where it is not the language's usual one.
    var canonical: String {
        [language, script, region].compactMap { $0 }.joined(separator: "-")
    }

    /// The tag and its ever more generic parents, ending where the next one would be in another script.
    ///
    /// English of the United Kingdom goes to that of the world, then to English: by CLDR's parent locales, otherwise by
    /// leaving out the last subtag.
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

/// Chooses the language in which an app speaks (Apple, QA1828).
enum LanguageChoice {
    /// Walks through the user's languages until one of them has a folder.
    ///
    /// The folder itself or a more generic one will do, never a more special one. Without any it is the development
    /// region, if there is such a folder.
    ///
    /// - Returns: the name as it stands in `available`; nil if nothing fits.
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
