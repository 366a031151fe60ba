import SealedEnvelope
import StrictJSON
import Testing

@Suite("lint")
struct LintingTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    @Test("a clean payload has no output")
    func clean() throws {
        let run = try folder.run(#"printf '{"aps":{"badge":0}}' | sealedpush lint"#)
        #expect(run.exitCode == 0 && run.output == "" && run.errors == "")
    }

    @Test("an error is shown with its line and a caret, and fails")
    func error() throws {
        try folder.write(#"{"aps":{"badge":"3"}}"#, to: "push.json")
        let run = try folder.run("sealedpush lint push.json")
        #expect(run.exitCode == 1 && run.errors == "")
        #expect(
            run.output.hasPrefix(
                """
                push.json:1:17: error: badge is a whole number, not a string. [wrong-type]
                    {"aps":{"badge":"3"}}
                                    ^~~
                    source:
                """))
        #expect(run.output.hasSuffix("1 error\n"))
    }

    @Test("a warning fails with --strict, a note never does")
    func strict() throws {
        let warning = #"printf '{"aps":{"badge":0,"x":1}}' | sealedpush lint"#
        #expect(try folder.run(warning).exitCode == 0)
        #expect(try folder.run(warning + " --strict").exitCode == 1)
        let note = #"printf '{"aps":{"alert":"Hi"}}' | sealedpush lint"#
        #expect(try folder.run(note + " --strict").exitCode == 0)
        #expect(try folder.run(note + " --rule alert-as-text=error").exitCode == 1)
        #expect(try folder.run(note + " --rule alert-as-text=off").output == "")
    }

    @Test("headers are checked with the payload, and reported as JSON")
    func headers() throws {
        let run = try folder.run(
            """
            printf '{"aps":{"content-available":1}}' | sealedpush lint --json --header 'apns-push-type: background' \
            --header apns-priority:10 --header 'APNS-Topic: com.example.app'
            """)
        #expect(run.exitCode == 1)
        let report = try run.json.objectValue
        let diagnostics = report?["diagnostics"]?.arrayValue?.compactMap(\.objectValue) ?? []
        #expect(diagnostics.map { $0["code"] } == ["background-priority-ten"])
        #expect(diagnostics.map { $0["header"] } == ["apns-priority"])
        #expect(report?["pushType"] == "background" && report?["limit"] == 4096)
    }

    @Test("a broadcast has rules and a limit of its own")
    func broadcast() throws {
        let run = try folder.run(
            #"printf '{"aps":{"event":"end","timestamp":1,"content-state":{}}}' | sealedpush lint --json --broadcast"#)
        #expect(run.exitCode == 0)
        #expect(try run.json.objectValue?["limit"] == 5120)
    }

    @Test(
        "wrong usage has its own exit code",
        arguments: ["--rule x=off", "--rule not-json=loud", "--header x", "--push-type x"])
    func usage(arguments: String) throws {
        let run = try folder.run("printf '{}' | sealedpush lint \(arguments)")
        #expect(run.exitCode == 64 && run.output == "" && run.errors.contains("lint --help"))
    }

    @Test("the budget is the bytes that are left, in each suite")
    func budget() throws {
        let run = try folder.run(
            """
            printf '{"aps":{"alert":"?"},"n":"12345"}' | \
            sealedpush inspect --budget --json --envelope-key e --visible aps.alert
            """)
        #expect(run.exitCode == 0)
        let budgets = try run.json.objectValue?["budget"]?.arrayValue?.compactMap(\.objectValue) ?? []
        // Section 6 of the wire format, less 6 bytes of flags, time and padding, less the 33 of the payload.
        #expect(budgets.map { $0["left"] } == [2940, 2944, 2952, 2928].prefix(SealingSuite.allCases.count).map { $0 })
        #expect(budgets.map { $0["suite"] } == SealingSuite.allCases.map { .string($0.name) })
        let table = try folder.run(
            "printf '{\"aps\":{\"alert\":\"a\"}}' | sealedpush inspect --budget --suite shared --pad none")
        #expect(table.output.split(separator: "\n").count == 3)
        #expect(try folder.run("printf '{}' | sealedpush inspect --pad none").exitCode == 64)
    }

    @Test("a sealed text in the placeholder is refused unless its place is allowed")
    func leak() throws {
        let seal = """
            printf '{"aps":{"alert":{"title":"Jane Doe"}}}' | sealedpush seal --to phone --placeholder-title 'From Jane Doe'
            """
        let run = try folder.run(seal)
        #expect(run.exitCode == 1 && run.output == "")
        #expect(run.errors.contains("/aps/alert/title") && run.errors.contains("--allow-in-clear"))
        let allowed = try folder.run(
            """
            printf '{"aps":{"alert":{"title":"Jane Doe"}}}' | \
            sealedpush seal --to phone --placeholder-title 'From Jane Doe' --allow-in-clear aps.alert.title
            """)
        #expect(allowed.exitCode == 0)
    }
}
