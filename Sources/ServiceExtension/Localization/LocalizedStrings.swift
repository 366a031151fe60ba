import Foundation

/// The texts of an app's `Localizable` files in the language that it speaks to its user.
///
/// A value to make once; it is read from `Localizable.strings`, `.stringsdict` and `.xcstrings` and never changes.
public struct LocalizedStrings: Sendable {
    /// The language that was chosen, as the folder is named; nil if there are no strings.
    public let language: String?

    private let entries: [String: LocalizedEntry]
    private let rules: PluralRules

    /// No strings, so that every key is missing.
    public static let none = LocalizedStrings(language: nil, entries: [:])

    init(language: String?, entries: [String: LocalizedEntry]) {
        self.language = language
        self.entries = entries
        rules = language.map(PluralRules.of) ?? .none
    }

    /// Reads the strings of a bundle.
    ///
    /// One language is chosen (Apple, QA1828): of the user's languages the first for which there is a folder
    /// `….lproj`, its own or a more generic one; else the `CFBundleDevelopmentRegion` of `Info.plist`; else `Base`. A key
    /// that is missing in it is not looked for in another. An `.xcstrings` catalog in the folder counts as the folders
    /// that Xcode would make of it; where both have a key, the folder's text counts, and a `.stringsdict` goes before a
    /// `.strings`.
    ///
    /// - Parameters:
    ///   - bundle: the path of an app, of an extension, or of any folder with such files.
    ///   - languages: the user's languages, most wanted first, such as `["pt-BR", "en"]`.
    /// - Throws: `LocalizationError`, when a file is there and cannot be read.
    public init(bundle: String, languages: [String]) throws {
        let folder = LocalizedFolder(path: bundle)
        let catalog = try folder.catalog()
        let available = Set(folder.languages).union(catalog?.languages ?? [])
        let region = folder.developmentRegion ?? catalog?.sourceLanguage
        let chosen =
            LanguageChoice.choose(
                from: available.filter { $0 != LocalizedFolder.base }, for: languages, developmentRegion: region)
            ?? (available.contains(LocalizedFolder.base) ? LocalizedFolder.base : nil)
        guard let chosen else {
            self = .none
            return
        }
        let catalogued = catalog?.entries(in: chosen) ?? [:]
        let entries = catalogued.merging(try folder.entries(in: chosen)) { $1 }
        self.init(
            language: chosen == LocalizedFolder.base ? region ?? chosen : chosen, entries: entries)
    }

    /// The text for a key with a push's arguments; nil if the key is missing.
    ///
    /// An empty text stands for its key, as in a bundle.
    func text(_ key: String, _ arguments: [String], policy: LocalizationPolicy) -> String? {
        guard let entry = entries[key] else { return nil }
        let entryToFill = entry.format.isEmpty ? LocalizedEntry(format: key) : entry
        return MessageFormat.text(of: entryToFill, arguments: arguments, policy: policy, rules: rules)
    }
}

/// The folder of a bundle.
struct LocalizedFolder {
    static let base = "Base"
    private static let largestFile = 16 << 20

    let path: String

    /// The names of the `.lproj` folders.
    var languages: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasSuffix(".lproj") }.map { String($0.dropLast(".lproj".count)) }
    }

    /// `CFBundleDevelopmentRegion` of `Info.plist`; nil without one, or if it cannot be read.
    var developmentRegion: String? {
        guard let bytes = try? bytes("Info.plist") else { return nil }
        return try? StringsReader.read(bytes)["CFBundleDevelopmentRegion"]?.text
    }

    func catalog() throws -> StringCatalog? {
        guard let bytes = try bytes("Localizable.xcstrings") else { return nil }
        return try StringCatalog(bytes)
    }

    /// The entries of a language's folder: `.strings`, then `.stringsdict` over it.
    func entries(in language: String) throws -> [String: LocalizedEntry] {
        var entries: [String: LocalizedEntry] = [:]
        for (key, node) in try read("\(language).lproj/Localizable.strings") {
            entries[key] = node.text.map { LocalizedEntry(format: $0) }
        }
        for (key, node) in try read("\(language).lproj/Localizable.stringsdict") {
            if let entry = node.dictionary.flatMap(LocalizedEntry.init(stringsdict:)) { entries[key] = entry }
        }
        return entries
    }

    private func read(_ name: String) throws -> [String: StringsNode] {
        guard let bytes = try bytes(name) else { return [:] }
        do {
            return try StringsReader.read(bytes)
        } catch {
            throw LocalizationError(error.code, "\(name): \(error.reason)")
        }
    }

    /// A file's bytes; nil if there is no such file.
    private func bytes(_ name: String) throws -> [UInt8]? {
        let file = path + "/" + name
        guard FileManager.default.fileExists(atPath: file) else { return nil }
        // Opening a pipe would wait for somebody to write.
        let kind = try? URL(fileURLWithPath: file).resolvingSymlinksInPath().resourceValues(forKeys: [.isRegularFileKey]
        )
        guard kind?.isRegularFile == true else { throw LocalizationError(.unreadable, "\(name) is no file") }
        let data: Data
        do {
            // Nil at the end of a file, so for an empty one.
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
            data = try handle.read(upToCount: Self.largestFile + 1) ?? Data()
        } catch {
            throw LocalizationError(.unreadable, "\(name) cannot be read")
        }
        guard data.count <= Self.largestFile else { throw LocalizationError(.tooLarge, "\(name) is over 16 MiB") }
        return Array(data)
    }
}
