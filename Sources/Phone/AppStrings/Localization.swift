/// The texts of an app in its user's language, from `Localizable.strings`, `.stringsdict` and `.xcstrings`; made once.
public struct Localization: Sendable {
    /// The language that was chosen, as the folder is named; nil if there are no strings.
    public let language: String?
    /// The switches for cases that the strings or the push leave open.
    public var policy = LocalizationPolicy()

    /// The damaged or unreadable files, and a bundle without a language to choose, each with its name and the reason.
    public let faults: [String]

    private let entries: [String: LocalizedEntry]
    private let rules: PluralRules
    private static let mostLanguages = 1000

    /// No strings: a key without a text is shown itself.
    public static let none = Localization(language: nil, entries: [:], faults: [])

    private init(language: String?, entries: [String: LocalizedEntry], faults: [String]) {
        self.language = language
        self.faults = faults
        self.entries = entries
        rules = language.map(PluralRules.of) ?? .none
    }

    /// Reads the strings of a bundle: an app, an extension, or any folder with such files.
    ///
    /// One language is chosen (Apple, QA1828): of the user's languages the first for which there is a folder
    /// `….lproj`, its own or a more generic one; else the `CFBundleDevelopmentRegion` of `Info.plist`; else `Base`. A key
    /// that is missing in it is not looked for in another. An `.xcstrings` catalog in the folder counts as the folders
    /// that Xcode would make of it; where both have a key, the folder's text counts, and a `.stringsdict` goes before a
    /// `.strings`.
    public init(bundle: String, languages: [String]) {
        var folder = LocalizedFolder(path: bundle)
        let catalog = folder.catalog()
        let folders = Set(folder.languages())
        let available = folders.union(catalog?.languages ?? [])
        let region = folder.developmentRegion() ?? catalog?.sourceLanguage
        let base = LocalizedFolder.base
        // Each language's tag is computed, and a catalog could name a million.
        guard available.count <= Self.mostLanguages else {
            let many = "expected at most \(Self.mostLanguages) languages, found \(available.count)"
            self.init(language: nil, entries: [:], faults: folder.faults + [many])
            return
        }
        let chosen = LanguageTag.choose(
            from: available.filter { $0 != base }, for: languages, developmentRegion: region)
        guard let chosen = chosen ?? (available.contains(base) ? base : nil) else {
            let wanted = (languages + ["the development region of Info.plist"]).joined(separator: " or ")
            let found = available.isEmpty ? "none" : available.sorted().joined(separator: ", ")
            let fault = "\(bundle): expected strings in \(wanted), found \(found)"
            self.init(language: nil, entries: [:], faults: folder.faults.isEmpty ? [fault] : folder.faults)
            return
        }
        let catalogued = catalog?.entries(in: chosen) ?? [:]
        // A catalog's name of a language is not a path: only the bundle's own folders are read.
        let entries = folders.contains(chosen) ? folder.entries(in: chosen) : [:]
        self.init(
            language: chosen == base ? region ?? base : chosen, entries: catalogued.merging(entries) { $1 },
            faults: folder.faults)
    }

    /// Returns the text to show for a text, a localization key and its arguments; empty without text and key.
    package func text(_ literal: String?, key: String?, arguments: @autoclosure () -> [String]?) -> String {
        let literal = literal ?? ""
        guard let key, !key.isEmpty else { return literal }
        if !policy.prefersKeys, !literal.isEmpty { return literal }
        if let entry = entries[key] {
            // An empty text stands for its key, as in a bundle.
            return MessageFormat.text(
                of: entry.format.isEmpty ? LocalizedEntry(format: key) : entry, arguments: arguments() ?? [],
                policy: policy, rules: rules)
        }
        return literal.isEmpty ? key : literal
    }
}
