import Glibc
import SealedEnvelope
import StrictJSON
import Testing

@Suite("roundtrip")
struct RoundtripTests {
    /// One law, so that a run is quick also where the tool is built for debugging.
    private static let quick = "sealedpush roundtrip --law restoredExactly"

    @Test("a payload keeps every law in every suite, and a table says so")
    func table() async throws {
        let folder = try await Folder(withKeys: false)
        try folder.write(Payloads.payment, to: "payment.json")
        let run = try await folder.run("sealedpush roundtrip payment.json --suite hpke-auth --suite shared")
        #expect(run.exitCode == 0)
        #expect(run.errors == "")
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines[0].split(separator: " ") == ["law", "hpke-auth", "shared"])
        #expect(lines.contains("restoredExactly               ✓ 3     ✓ 3"))
        #expect(lines.contains("wrongSenderRefused            ✓ 3       –"))
        #expect(lines.contains("visiblePartIgnored            ✓ 3     ✓ 3"))
        #expect(lines.last?.hasPrefix("Every law held: 24 laws, 2 suites, 1 payload, ") == true)
        #expect(lines.count == 26)
        #expect(folder.files == ["payment.json"])
    }

    @Test("every real payload is sealed with the push type of its folder")
    func fixtures() async throws {
        let run = try await Folder(withKeys: false).run("\(Self.quick) '\(Tool.project)/Fixtures/payloads' --json")
        #expect(run.exitCode == 0)
        let json = try #require(try run.json.objectValue)
        #expect(json["held"] == true)
        #expect(json["payloads"] == .number(JSONNumber(Tool.fixtures.count)))
        #expect(json["skipped"] == [] && json["failures"] == [] && json["unreadable"] == [])
        let law = try #require(json["laws"]?.arrayValue?.first?.objectValue)
        let held = JSONValue.number(JSONNumber(Tool.fixtures.count * 3))
        for suite in SealingSuite.allCases.map(\.name) {
            #expect(law["suites"]?.objectValue?[suite]?.objectValue?["held"] == held)
        }
    }

    @Test("a Live Activity shows nothing that is sealed, also one whose sealed object has no visible member")
    func liveActivities() async throws {
        let folder = try await Folder(withKeys: false)
        #expect(try await folder.run("mkdir liveactivity").exitCode == 0)
        try folder.write(Payloads.update, to: "liveactivity/update.json")
        try folder.write(Payloads.start, to: "liveactivity/start.json")
        try folder.write(
            #"{"aps":{"timestamp":1,"event":"update","content-state":{},"attributes":{"a":"plain and visible"}}}"#,
            to: "liveactivity/plain.json")
        let run = try await folder.run(
            """
            sealedpush roundtrip . --law nothingSealedIsVisible --law restoredExactly --law visiblePartIgnored \
                --law visibleMembersRestored --law wrongPurposeRefused
            """)
        #expect(run.exitCode == 0, "\(run.output)")
        #expect(run.output.contains("Every law held: 5 laws, \(SealingSuite.allCases.count) suites, 3 payloads, "))
    }

    @Test("random payloads are the same for the same seed, and need no file")
    func random() async throws {
        let folder = try await Folder(withKeys: false)
        func report(_ arguments: String) async throws -> JSONObject {
            let run = try await folder.run("\(Self.quick) --json --random \(arguments)")
            #expect(run.exitCode == 0)
            var json = try #require(try run.json.objectValue)
            json["seconds"] = nil
            return json
        }
        let one = try await report("20")
        #expect(try await report("20 --seed 1") == one)
        #expect(one["random"] == ["count": 20, "seed": 1])
        #expect(try await report("20 --seed 9")["random"] == ["count": 20, "seed": 9])
    }

    @Test("what cannot be sealed is skipped with its reason; nothing but that fails")
    func skipped() async throws {
        let folder = try await Folder(withKeys: false)
        try folder.write(Payloads.payment, to: "payment.json")
        let text = String(repeating: "x", count: 5000)
        try folder.write(#"{"aps":{"alert":"Hi"},"text":"\#(text)"}"#, to: "large.json")
        let both = try await folder.run("\(Self.quick) payment.json large.json")
        #expect(both.exitCode == 0)
        #expect(both.output.contains("\nskipped large.json, \(3 * SealingSuite.allCases.count) seals: tooLarge: "))
        let alone = try await folder.run("\(Self.quick) large.json")
        #expect(alone.exitCode == 1)
        #expect(alone.output.contains("No payload was sealed, so nothing was tried"))
    }

    @Test("the payloads of a folder are found at every depth, and other files are ignored")
    func folders() async throws {
        let folder = try await Folder(withKeys: false)
        let made = try await folder.run("mkdir -p all/voip/deep 'all/odd name' && ln -s .. all/voip/deep/up")
        #expect(made.exitCode == 0)
        try folder.write(#"{"call":"Jane"}"#, to: "all/voip/call.json")
        try folder.write(Payloads.payment, to: "all/odd name/b.apns")
        try folder.write(Payloads.payment, to: "all/voip/deep/a.json")
        try folder.write("no payload", to: "all/README.md")
        let run = try await folder.run("\(Self.quick) all --json")
        #expect(run.exitCode == 0)
        #expect(try run.json.objectValue?["payloads"] == 3)
    }

    @Test("a file that is not a payload is named, the others are checked, and the exit code is 1")
    func unreadable() async throws {
        let folder = try await Folder(withKeys: false)
        try folder.write(Payloads.payment, to: "a.json")
        try folder.write("{\"aps\":}", to: "b\u{1b}[31m.json")
        let run = try await folder.run("\(Self.quick) --junit report.xml .")
        #expect(run.exitCode == 1)
        #expect(run.output.contains("✓ 3"))
        #expect(run.output.contains("\nunreadable ./b\\u001b[31m.json is no payload: "))
        #expect(try folder.text("report.xml").contains("<error type=\"unreadable\" message=\"./b\\u001b[31m.json is"))
    }

    @Test("a folder entry that cannot be read is named, the others are checked, and the exit code is 1")
    func longPath() async throws {
        let folder = try await Folder(withKeys: false)
        try folder.write(Payloads.payment, to: "a.json")
        // The path of the folder is shorter than PATH_MAX, 4096 bytes, and that of the file in it longer.
        let run = try await folder.run(
            """
            name=$(printf %0250d 0); path=deep; for i in {1..16}; do path=$path/$name; done
            mkdir -p $path && cp a.json $path && (cd -P $path && mv a.json $name.json) || exit 99
            \(Self.quick) a.json deep; code=$?; rm -r deep; exit $code
            """)
        #expect(run.exitCode == 1, "\(run.errors)")
        #expect(run.output.contains("✓ 3"))
        #expect(run.output.contains("\nunreadable deep/0"))
        #expect(run.output.contains("0.json cannot be read: file name too long\n"))
    }

    @Test(
        "a missing path and a folder without payloads are errors",
        arguments: [
            ("nothing.json", "nothing.json cannot be read: no such file or directory"),
            ("empty", "empty holds no payload: no file of it ends in .json or .apns"),
            ("a.json empty", "empty holds no payload: no file of it ends in .json or .apns"),
        ])
    func nothing(paths: String, message: String) async throws {
        let folder = try await Folder(withKeys: false)
        #expect(try await folder.run("mkdir empty").exitCode == 0)
        try folder.write(Payloads.payment, to: "a.json")
        let run = try await folder.run("\(Self.quick) \(paths)")
        #expect(run.exitCode == 1)
        #expect(run.output == "")
        #expect(run.errors == "sealedpush: error: \(message)\n")
    }

    @Test("standard input is a payload like any other")
    func standardInput() async throws {
        let folder = try await Folder(withKeys: false)
        let run = try await folder.run("printf '%s' '{\"call\":1}' | \(Self.quick) - --push-type voip --json")
        #expect(run.exitCode == 0)
        #expect(try run.json.objectValue?["payloads"] == 1)
    }

    @Test("JUnit XML has a test case for each law, payload and suite; a payload is never overwritten")
    func junit() async throws {
        let folder = try await Folder(withKeys: false)
        try folder.write(Payloads.payment, to: "a.json")
        let run = try await folder.run("\(Self.quick) a.json --random 12 --junit report.xml -o table.txt")
        #expect(run.exitCode == 0)
        #expect(run.output == "" && run.errors == "")
        let xml = try folder.text("report.xml")
        #expect(xml.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"sealedpush roundtrip\""))
        #expect(xml.matches(of: #/<testcase /#).count == 2 * SealingSuite.allCases.count)
        #expect(xml.contains("name=\"random payloads, seeds 1 to 12\"/>"))
        #expect(try folder.text("table.txt").contains("Every law held"))
        for option in ["--junit a.json", "-o ./a.json"] {
            let over = try await folder.run("\(Self.quick) a.json \(option)")
            #expect(over.exitCode == 1)
            #expect(over.errors.hasSuffix("a.json is the input itself and is not overwritten\n"))
        }
        #expect(try folder.text("a.json") == Payloads.payment)
    }

    @Test("a terminal gets colours and, after a second, progress that is erased at the end")
    func terminal() async throws {
        let folder = try await Folder(withKeys: false)
        let run = try await folder.runOnTerminal(
            "sealedpush roundtrip --random 60 --law everyBitFlipRefused", columns: 40)
        #expect(run.exitCode == 0)
        #expect(run.output.contains("\u{1b}[32mEvery law held\u{1b}[0m"))
        #expect(!run.output.contains("s left"))
        #expect(run.errors == "", "standard error is a file here")

        // A run that takes longer than a second, however fast the machine is.
        var payloads = 60
        var parts: [Substring] = []
        repeat {
            payloads *= 2
            let together = try await folder.runOnTerminal(
                "sealedpush roundtrip --random \(payloads) --law everyBitFlipRefused", columns: 40, errorsApart: false)
            parts = together.output.split(separator: "\r\u{1b}[K", omittingEmptySubsequences: false)
        } while parts.count <= 2 && payloads < 10_000
        #expect(parts.count > 2, "no progress in \(payloads) payloads")
        for part in parts.dropFirst().dropLast() {
            #expect(part.count < 40 && part.contains(" of \(payloads)"), "\(part)")
        }
        #expect(parts.first == "" && parts.last?.hasPrefix("\u{1b}[2mlaw") == true)
    }

    @Test("Ctrl-C ends the run by SIGINT, with the progress erased and no file left")
    func interruption() async throws {
        let folder = try await Folder(withKeys: false)
        let run = try await folder.runOnTerminal(
            "sealedpush roundtrip --random 1000000 --junit report.xml -o table.txt",
            typing: [(once: " of 1000000", text: "\u{3}")], errorsApart: false)
        #expect(run.exitCode == 130)
        #expect(run.output.hasSuffix("\r\u{1b}[K"))
        #expect(folder.files.isEmpty)
    }

    @Test("the test vectors and the hostile corpus are checked, with and without payloads")
    func corpus() async throws {
        let folder = try await Folder(withKeys: false)
        try folder.write(Payloads.payment, to: "a.json")
        let files = "--vectors '\(Tool.project)/Fixtures/vectors/v1.json' --hostile '\(Tool.project)/Fixtures/hostile'"
        let alone = try await folder.run("sealedpush roundtrip \(files) --json --junit report.xml")
        #expect(alone.exitCode == 0, "\(alone.errors)")
        let json = try #require(try alone.json.objectValue)
        #expect(json["held"] == true && json["payloads"] == 0 && json["failures"] == [])
        let cases = try #require(json["corpus"]?.numberValue?.int)
        #expect(cases > 800)
        #expect(json["laws"]?.arrayValue?.map { $0.objectValue?["law"] } == ["knownAnswersKept", "hostileRefused"])
        let xml = try folder.text("report.xml")
        #expect(xml.matches(of: #/<testcase /#).count == cases)
        #expect(
            xml.contains(#"<testcase classname="roundtrip.hpke-auth.knownAnswersKept" name="vectors/auth-minimal"/>"#))
        #expect(xml.contains(#"classname="roundtrip.hpke-auth.hostileRefused" name="body/aps-twice"/>"#))

        let both = try await folder.run("\(Self.quick) --law knownAnswersKept a.json \(files)")
        #expect(both.exitCode == 0)
        #expect(both.output.contains("Every law held: 2 laws, \(SealingSuite.allCases.count) suites, 1 payload and "))
    }

    @Test(
        "options of the corpus that need others are refused without them",
        arguments: [
            ("--hostile .", "--hostile needs --vectors, the file with the keys of its cases"),
            ("--random 1 --law knownAnswersKept", "--law knownAnswersKept needs --vectors"),
            ("--vectors v1.json --law hostileRefused", "--law hostileRefused needs --hostile"),
        ])
    func incompleteCorpus(arguments: String, message: String) async throws {
        let run = try await Folder(withKeys: false).run("sealedpush roundtrip \(arguments)")
        #expect(run.exitCode == 64)
        #expect(run.errors.contains(message))
    }

    @Test(
        "a file that is not the test vectors, and a folder without cases, are errors",
        arguments: [
            (
                "--vectors a.json",
                "a.json is not usable as test vectors: expected the test vectors of format sealedpush-v1"
            ),
            ("--vectors none.json", "none.json cannot be read: no such file or directory"),
            ("--vectors v1.json --hostile empty", "empty holds no hostile case: no file of it ends in .case"),
            ("--vectors v1.json --hostile none", "none cannot be read: no such file or directory"),
            ("--vectors v1.json --hostile bad", "x is not a case of the hostile corpus: no empty line ends the header"),
        ])
    func invalidCorpus(arguments: String, message: String) async throws {
        let folder = try await Folder(withKeys: false)
        try folder.write(Payloads.payment, to: "a.json")
        let made = try await folder.run(
            "mkdir empty bad && cp '\(Tool.project)/Fixtures/vectors/v1.json' . && echo hm: x > bad/x.case")
        #expect(made.exitCode == 0)
        let run = try await folder.run("sealedpush roundtrip \(arguments)")
        #expect(run.exitCode == 1)
        #expect(run.output == "")
        #expect(run.errors == "sealedpush: error: \(message)\n")
    }

    @Test("a closed pipe ends the run quietly")
    func closedPipe() async throws {
        let folder = try await Folder(withKeys: false)
        let run = try await folder.run("\(Self.quick) --random 4 | true; echo ${PIPESTATUS[0]}")
        #expect(run.output == "141\n")
        #expect(run.errors == "")
    }
}
