import Foundation
import Testing

/// The calls of Foundation, and of SQLite, that can take data from outside, by the sources that have them.
///
/// `Locale.Language("no-NO").parent` did not return on Linux, so that a call is here only with the reason why it ends. A new call fails the
/// test until its data is bounded, or it is replaced.
@Suite("Calls of Foundation with data from outside")
struct FoundationCallTests {
    /// The pattern of a call, and the files that may have it, with the bound.
    static let calls: [(pattern: String, files: [String: String])] = [
        (
            #"Locale\."#,
            ["LanguageTag.swift": "components and script only; LanguageTests feeds all registered languages"]
        ),
        (#"\.parent(?![A-Za-z])|maximalIdentifier|isEquivalent"#, [:]),
        ("NSRegularExpression|NSDataDetector|DateFormatter|NumberFormatter|ISO8601|NSScanner|XMLParser", [:]),
        (
            #"String\(format|localizedStringWithFormat|String\(localized"#,
            [
                "String+Localized.swift": "a text of the extension's own strings, as Foundation's functions take it"
            ]
        ),
        (#"JSONSerialization"#, [:]),
        (
            #"JSONDecoder\("#,
            [
                "ContentRecord.swift": "a frame of the extension's process, at most 8 MiB, and its parts",
                "ServiceState.swift": "a file of the simulator's", "RememberedPorts.swift": "a file of the simulator's",
                "SimulatorDescription.swift": "a file of the simulator's",
                "PhoneIdentity.swift": "a file of the simulator's",
                "Opener+Push.swift": "an opened content, at most 64 KiB in at most 512 levels",
            ]
        ),
        (
            "PropertyListDecoder|propertyList\\(from",
            [
                "Entitlements.swift": "a file of the developer's",
                "PreferencesFile.swift": "a file that the extension wrote",
            ]
        ),
        ("NSKeyedUnarchiver", ["UserDefaults+Suite.swift": "one NSURL of a file that the extension wrote"]),
        (
            #"URL\(string"#,
            [
                "AttachmentStages.swift": "an address whose characters and host were checked",
                "ContentRecord.swift": "a URL of the extension's attachment",
                "Run.swift": "an address of the simulator's",
            ]
        ),
        (#"nextDate\(|date\(byAdding|enumerateDates|bySetting"#, [:]),
        (
            #"\bdateInterval\(|startOfDay|dateComponents\(|date\(from"#,
            [
                "NotificationRecord.swift":
                    "a trigger of the extension's, whose calendar is made again, at most 11,000 times"
            ]
        ),
        (
            #"wholeMatch\(|firstMatch\(|matches\(of|prefixMatch\("#,
            [
                "ArgumentValues.swift": "one repetition of one class, no backtracking",
                "Failure.swift": "one repetition of one class, no backtracking",
                "ProviderToken.swift": "one repetition of one class, no backtracking",
                "PhoneIdentity.swift": "one class and a repetition of another, no backtracking",
            ]
        ),
        (
            "import GRDB",
            [
                "SQLiteFile.swift": "opened with a timeout", "SQLiteFileError.swift": "no call",
                "SQLiteSchema.swift": "texts of the source", "Column.swift": "no call",
                "Schema.swift": "texts of the source",
                "DeliveryStore.swift": "each call within the time of BoundedCall.swift",
                "SQLiteKeyStore.swift": "bound arguments, a row for each name",
            ]
        ),
    ]

    @Test("each is known, in these files and in no other", arguments: calls.indices)
    func known(index: Int) throws {
        let (pattern, files) = Self.calls[index]
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        let regex = try Regex(pattern)
        var found: Set<String> = []
        var count = 0
        let paths = try ["Sources", "Simulator/Sources"].flatMap { folder in
            try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path()).map {
                "\(folder)/\($0)"
            }
        }
        for file in paths.map({ root.appending(path: $0) }) where file.pathExtension == "swift" {
            count += 1
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            let code = lines.map { $0.split(separator: "//", maxSplits: 1, omittingEmptySubsequences: false)[0] }
            if try code.contains(where: { try regex.firstMatch(in: $0) != nil }) {
                found.insert(file.lastPathComponent)
            }
        }
        #expect(count > 300)
        #expect(found == Set(files.keys), "\(pattern)")
    }
}
