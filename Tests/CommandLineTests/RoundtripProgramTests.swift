import StrictJSON
import TestSupport
import Testing

@Suite("roundtrip with a program of one's own")
struct RoundtripProgramTests {
    private static let specimen = "'\(Tool.folder)/HarnessSpecimen'"

    private let folder: Folder

    init() async throws {
        folder = try await Folder(withKeys: false)
        try folder.write(Payloads.payment, to: "payment.json")
    }

    @Test("a sound program keeps the laws, and the reports name it", arguments: ["sealer", "opener"])
    func sound(half: String) async throws {
        let command = """
            sealedpush roundtrip payment.json --\(half) \(Self.specimen) --time-limit 60 --law restoredExactly \
                --law shownAsMeant --suite hpke-auth --junit report.xml
            """
        let run = try await folder.run(command)
        #expect(run.exitCode == 0 && run.errors == "")
        #expect(run.output.hasSuffix("\nWith the \(half) specimen.\n"))
        let json = try #require(try await folder.run("\(command) --json").json.objectValue)
        #expect(json["held"] == true)
        #expect(json["sealer"] == (half == "sealer" ? "specimen" : nil))
        #expect(json["opener"] == (half == "opener" ? "specimen" : nil))
        // The extension is this package's.
        let delivery = json["laws"]?.arrayValue?.last?.objectValue?["suites"]?.objectValue?["hpke-auth"]?.objectValue
        #expect(delivery?[half == "sealer" ? "held" : "doesNotApply"] == 3)
        #expect(
            try folder.text("report.xml").contains("name=\"sealedpush roundtrip with the \(half) specimen\""))
    }

    @Test("without a program the reports name none")
    func none() async throws {
        let run = try await folder.run("sealedpush roundtrip payment.json --law restoredExactly --json")
        #expect(run.exitCode == 0)
        #expect(try run.json.objectValue?.contains("sealer") == false)
        #expect(try run.json.objectValue?.contains("opener") == false)
    }

    @Test("the suites are those of the program")
    func suites() async throws {
        let run = try await folder.run(
            #"sealedpush roundtrip payment.json --opener "\#(Self.specimen) twoSuites" --law restoredExactly"#)
        #expect(run.exitCode == 0)
        #expect(run.output.split(separator: "\n").first?.split(separator: " ") == ["law", "hpke-auth", "shared"])
    }

    @Test("a failure of a program is a broken law, exit code 1, in every report, without a shrunk payload")
    func failure() async throws {
        let run = try await folder.run(
            """
            sealedpush roundtrip payment.json --sealer "\(Self.specimen) exits" --suite shared --law restoredExactly \
                --json --junit report.xml
            """)
        #expect(run.exitCode == 1)
        let json = try #require(try run.json.objectValue)
        #expect(json["held"] == false)
        let failure = try #require(json["failures"]?.arrayValue?.first?.objectValue)
        // The paddings are checked on all cores, so any of them can be the first request.
        let message = try #require(failure["message"]?.stringValue)
        #expect(message.contains(/^the sealer failed at request [2-9], seal: it exited with code 3$/))
        #expect(failure["count"] == 3)
        #expect(!failure.contains("smallest"))
        #expect(try folder.text("report.xml").contains("message=\"\(message)\""))
    }

    @Test("what a program writes to standard error appears")
    func standardError() async throws {
        try folder.write("echo one of the two >&2\nexec \(Self.specimen)\n", to: "half.sh")
        let run = try await folder.run(
            "sealedpush roundtrip payment.json --sealer 'sh half.sh' --law restoredExactly --suite shared")
        #expect(run.exitCode == 0)
        #expect(run.errors == "one of the two\n")
    }

    @Test(
        "wrong usage says what is expected",
        arguments: [
            ("--sealer ''", "--sealer expects a command"), ("--opener ''", "--opener expects a command"),
            ("--time-limit 5", "--time-limit needs --sealer or --opener"),
            ("--opener x --time-limit 0", "--time-limit takes 1 to 3600 seconds"),
            ("--opener x --time-limit 3601", "--time-limit takes 1 to 3600 seconds"),
        ])
    func usage(arguments: String, error: String) async throws {
        let run = try await folder.run("sealedpush roundtrip payment.json \(arguments)")
        #expect(run.exitCode == 64)
        #expect(run.output == "")
        #expect(
            run.errors == "sealedpush: error: \(error)\nsealedpush: hint: see 'sealedpush roundtrip --help'\n")
    }

    @Test("the help and the completion have the options")
    func help() async throws {
        let help = try await folder.run("sealedpush roundtrip --help").output
        let completion = try await folder.run("sealedpush --generate-completion-script bash").output
        for option in ["--sealer", "--opener", "--time-limit"] {
            #expect(help.contains("\(option) <") && completion.contains(option))
        }
    }

    @Test(
        "no program stays after an end by a signal, also one that ignores it and one that it started",
        arguments: [
            ("hangsDeafToTermination", "TERM", 143), ("hangsDeafToTermination", "INT", 130),
            ("hangsDeafToTermination", "HUP", 129), ("sound", "KILL", 137),
        ])
    func interrupted(fault: String, signal: String, code: Int) async throws {
        // The program notes its process, then a child that it leaves behind.
        try folder.write(
            "sleep 1000 <&- >&- &\necho $! > child\nexec \(Self.specimen) \(fault) program\n", to: "half.sh")
        let run = try await folder.run(
            """
            set -m
            sealedpush roundtrip payment.json --random 1000000 --opener 'sh half.sh' & tool=$!
            for i in $(seq 600); do [ -s program ] && break; sleep 0.05; done
            sleep 0.5
            read -r program < program && kill -0 "$program" || exit 1
            read -r child < child && kill -0 "$child" || exit 2
            kill -\(signal) $tool; wait $tool 2>/dev/null; echo "ended with $?"
            \(signal == "KILL" ? "kill $child; child=" : "")
            for i in $(seq 200); do
                left=
                for pid in $program $child; do
                    case $(cut -d' ' -f3 "/proc/$pid/stat" 2>/dev/null) in ""|Z) ;; *) left="$left $pid" ;; esac
                done
                [ -z "$left" ] && break
                sleep 0.05
            done
            echo "left:$left"
            """)
        #expect(run.output == "ended with \(code)\nleft:\n", "\(run.errors)")
    }
}
