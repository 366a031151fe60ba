import Testing

@testable import AppStrings

@Suite("Arguments come into a format as Apple's String(format:) would put them, and nothing else does")
struct MessageFormatTests {
    static func text(
        _ format: String,
        _ arguments: [String] = [],
        variables: [String: [PluralCategory: String]] = [:],
        language: String = "en",
        _ change: (inout LocalizationPolicy) -> Void = { _ in }
    ) -> String {
        var entry = LocalizedEntry(format: format)
        entry.variables = variables.compactMapValues { .init($0) }
        var policy = LocalizationPolicy()
        policy.formatsNumbers = true
        change(&policy)
        return MessageFormat.text(of: entry, arguments: arguments, policy: policy, rules: .of(language))
    }

    @Test(
        "conversions take the arguments in order or by number",
        arguments: [
            ("%@ invited you to play %@", ["Jane", "poker"], "Jane invited you to play poker"),
            ("%2$@ plays with %1$@", ["Jane", "poker"], "poker plays with Jane"),
            ("%1$@ %1$@", ["a"], "a a"), ("100%%", [], "100%"), ("%%@", ["a"], "%@"), ("%%%@", ["a"], "%a"),
            ("%@%@", ["a", "b"], "ab"), ("%@", ["a", "extra"], "a"), ("no conversion", ["a"], "no conversion"),
            // A numbered one does not move on, as in C.
            ("%2$@ %@ %@", ["a", "b"], "b a b"),
            // Other conversions print the argument as it came: a push brings strings only.
            ("%d new", ["7"], "7 new"), ("%.2f €", ["1.5"], "1.5 €"), ("%1$ld of %2$lu", ["1", "2"], "1 of 2"),
            ("%s", ["a"], "a"), ("%-10@|", ["a"], "a|"),
            // What is no conversion stays.
            ("50%", ["a"], "50%"), ("% ", [], "% "), ("%y", ["a"], "%y"), ("%", [], "%"), ("%1$", ["a"], "%1$"),
            ("%#@open", ["a"], "aopen"), ("%# @open@", ["a"], "aopen@"),
        ]
    )
    func conversions(format: String, arguments: [String], text: String) {
        #expect(Self.text(format, arguments) == text)
    }

    @Test("an argument is text, never a format")
    func argumentIsText() {
        #expect(Self.text("%@ %@", ["%@ %n %2$@ %s", "%%"]) == "%@ %n %2$@ %s %%")
    }

    @Test("a missing argument is printed by the policy: as (null), like Core Foundation, or as nothing")
    func missing() {
        #expect(Self.text("%@ and %@", ["a"]) == "a and (null)")
        #expect(Self.text("%3$@", ["a"]) == "(null)")
        #expect(Self.text("%0$@", ["a"]) == "(null)")
        #expect(Self.text("%99999999999999999999$@", ["a"]) == "(null)")
        #expect(Self.text("%@ and %@", ["a"]) { $0.missingArgument = "" } == "a and ")
    }

    static let files: [String: [PluralCategory: String]] = [
        "files": [.one: "%d file", .few: "%d файла", .many: "%d файлов", .other: "%d files"],
        "folders": [.one: "one folder", .other: "%li folders"],
    ]

    @Test(
        "a plural variable uses the form of its number",
        arguments: [
            ("%#@files@", ["1"], "1 file"), ("%#@files@", ["2"], "2 files"), ("%#@files@", ["1.0"], "1.0 files"),
            ("%#@files@ in %#@folders@", ["3", "1"], "3 files in one folder"),
            ("%2$#@files@ in %1$#@folders@", ["2", "1"], "1 file in 2 folders"),
            ("%@: %#@files@", ["Jane", "1"], "Jane: 1 file"), ("%#@files@", ["many"], "many files"),
            ("%#@files@", [], "(null) files"), ("%#@unknown@", ["1"], "1"),
        ]
    )
    func plurals(format: String, arguments: [String], text: String) {
        #expect(Self.text(format, arguments, variables: Self.files) == text)
    }

    @Test("the plural form follows the language")
    func language() {
        #expect(Self.text("%#@files@", ["22"], variables: Self.files, language: "ru") == "22 файла")
        #expect(Self.text("%#@files@", ["25"], variables: Self.files, language: "ru") == "25 файлов")
    }

    @Test("a form may contain another variable, which uses the next argument")
    func nested() {
        let variables: [String: [PluralCategory: String]] = [
            "people": [.one: "%d person in %#@rooms@", .other: "%d people in %#@rooms@"],
            "rooms": [.one: "%d room", .other: "%d rooms"],
        ]
        #expect(Self.text("%#@people@", ["1", "2"], variables: variables) == "1 person in 2 rooms")
    }

    /// nativescript-localize #20: `%s` showed nothing.
    @Test("a conversion other than %@ shows nothing, unless the policy formats numbers")
    func onlyObjects() {
        func text(_ format: String, _ arguments: [String]) -> String {
            Self.text(format, arguments) { $0.formatsNumbers = false }
        }
        #expect(text("%s sent", ["Ann"]) == " sent")
        #expect(text("%d %@ %1$ld %.2f%%", ["a"]) == " a  %")
        #expect(text("%2$@ %1$@ %-10@", ["a", "b"]) == "b a a")
    }

    /// planetary-social/nos #1483.
    @Test("a plural variable shows its name between at signs, unless the policy formats numbers")
    func notCounted() {
        #expect(
            Self.text("%#@value@", ["7"], variables: ["value": [.other: "%d"]]) { $0.formatsNumbers = false }
                == "@value@")
        #expect(
            Self.text("%1$#@files@ in %@", ["a"], variables: Self.files) { $0.formatsNumbers = false } == "@files@ in a"
        )
    }

    @Test("variables that reference each other are expanded a bounded number of times")
    func endless() {
        let bomb: [String: [PluralCategory: String]] = [
            "a": [.other: String(repeating: "%#@b@", count: 50)], "b": [.other: String(repeating: "%#@a@", count: 50)],
        ]
        #expect(Self.text("%#@a@", ["1"], variables: bomb).utf8.count < 40_000)
        #expect(
            Self.text(String(repeating: "%1$@", count: 10_000), [String(repeating: "x", count: 4000)]).count < 40_000)
    }
}
