import Foundation
import Testing

@testable import AppStrings

/// The expected values are those of Babel, an implementation in Python; Scripts/generate-localization-tables writes them.
@Suite("Plural categories are those of CLDR")
struct PluralTests {
    struct Sample: CustomTestStringConvertible, Sendable {
        let language: String
        let category: String
        let numbers: [String]

        var testDescription: String { "\(language) \(category)" }
    }

    static func samples() throws -> [Sample] {
        try String(contentsOf: fixtures.appending(path: "plural-samples.tsv"), encoding: .utf8)
            .split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { line in
                let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
                return Sample(
                    language: fields[0], category: fields[1], numbers: fields[2].split(separator: " ").map(String.init))
            }
    }

    static var fixtures: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Fixtures/localization")
    }

    @Test("every number has the category of CLDR", arguments: try samples())
    func sample(sample: Sample) {
        let rules = PluralRules.of(sample.language)
        for number in sample.numbers {
            #expect(rules.category(of: number).rawValue == sample.category, "\(number)")
        }
    }

    @Test("the samples cover every rule of CLDR 49")
    func count() throws {
        let samples = try Self.samples()
        #expect(Set(samples.map(\.language)).count == 38)
        #expect(samples.reduce(0) { $0 + $1.numbers.count } > 1000)
    }

    @Test(
        "a language uses the rules of its closest parent",
        arguments: [
            ("ru-RU", "3", "few"), ("zh-Hant-TW", "1", "other"), ("en-GB", "1", "one"), ("pt-PT", "0", "other"),
            ("pt-BR", "0", "one"), ("pt_AO", "0", "other"), ("ar", "11", "many"), ("tlh", "1", "other"),
            // New since CLDR 41.
            ("ro", "101", "few"), ("vi", "1", "one"), ("gl", "1000000", "many"),
            // Codes that others have replaced.
            ("mo", "101", "few"), ("iw", "2", "two"), ("sh", "2", "few"), ("kmr", "1", "one"), ("ars", "2", "two"),
            // A language has the same rules in each script.
            ("sr-Latn", "2", "few"), ("bs-Cyrl-BA", "21", "one"), ("pa-Arab", "0", "one"),
        ]
    )
    func parents(language: String, number: String, category: String) {
        #expect(PluralRules.of(language).category(of: number).rawValue == category)
    }

    /// Apple, Foundation release notes for OS X 10.9.
    @Test(
        "the form zero is that of 0 in every language, and of CLDR's category in others",
        arguments: [
            ("en", "0", "none"), ("en", "0.0", "none"), ("en", "-0", "none"), ("en", "1", "some"), ("en", "00", "none"),
            ("ja", "0", "none"), ("fr", "0", "none"), ("lv", "10", "none"), ("lv", "1", "some"), ("en", "", "some"),
            ("en", "O", "some"),
        ])
    func zero(language: String, number: String, form: String) throws {
        let variable = try #require(LocalizedEntry.Variable([.zero: "none", .other: "some"]))
        #expect(variable.form(of: number, .of(language)) == form)
        let other = try #require(LocalizedEntry.Variable([.one: "one", .other: "some"]))
        #expect(other.form(of: "0", .of("en")) == "some")
    }

    @Test(
        "what is no number is other",
        arguments: ["", "one", "1,5", "1.", ".5", "1e3", "0x1", " 1", "--1", "1.2.3", "١"]
    )
    func noNumber(text: String) {
        #expect(PluralRules.of("en").category(of: text) == .other)
    }

    @Test("a number of any length has a plural form", arguments: ["1", "-1", "+1", "01"])
    func long(text: String) {
        #expect(PluralRules.of("en").category(of: text) == .one)
        #expect(PluralRules.of("ru").category(of: String(repeating: "9", count: 5000) + "21") == .one)
        #expect(PluralRules.of("en").category(of: "1." + String(repeating: "0", count: 5000)) == .other)
    }
}
