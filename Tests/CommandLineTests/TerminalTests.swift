import StrictJSON
import Testing

@Suite("on a terminal")
struct TerminalTests {
    private let folder: Folder

    init() async throws {
        folder = try await Folder()
        try folder.write(Payloads.payment, to: "payment.json")
        _ = try await folder.run("sealedpush seal --to phone payment.json -o sealed.json")
    }

    @Test("a line feed follows the payload")
    func lineFeed() async throws {
        let run = try await folder.runOnTerminal("sealedpush open --with phone sealed.json")
        #expect(run.exitCode == 0)
        #expect(run.output == Payloads.payment + "\n")
        #expect(run.errors == "")
        let file = try await folder.runOnTerminal("sealedpush open --with phone sealed.json -o out")
        #expect(file.output == "")
        #expect(try folder.text("out") == Payloads.payment)
    }

    @Test("a hint names the awaited input, and Ctrl-D ends it")
    func typing() async throws {
        let run = try await folder.runOnTerminal(
            "sealedpush seal --to phone --topic a --visible aps.sound | sealedpush open --with phone --topic a > out",
            typing: [(once: "Ctrl-D", text: "\(Payloads.payment)\n\u{4}")], errorsApart: false)
        #expect(run.exitCode == 0)
        #expect(
            run.output
                == "sealedpush: hint: reading from the terminal; Ctrl-D on a line of its own ends it\n")
        #expect(try folder.text("out") == Payloads.payment)
    }

    @Test("colour is used on a terminal only, and not with NO_COLOR or TERM=dumb")
    func colour() async throws {
        func usesColour(_ command: String, _ environment: [String] = []) async throws -> Bool {
            try await folder.runOnTerminal(command, environment: environment).outputBytes.contains(0x1B)
        }
        for command in ["inspect sealed.json", "keys list", "keys show phone", "deliver --with phone sealed.json"] {
            #expect(try await usesColour("sealedpush \(command)"))
            #expect(try await !usesColour("sealedpush \(command)", ["NO_COLOR=1"]))
            #expect(try await usesColour("sealedpush \(command)", ["NO_COLOR="]))
            #expect(try await !usesColour("sealedpush \(command)", ["TERM=dumb"]))
            #expect(try await !usesColour("sealedpush \(command) | cat"))
            #expect(try await !usesColour("sealedpush \(command) -o out; cat out"))
        }
    }

    @Test("the banner shows the notification before and after")
    func banner() async throws {
        let run = try await folder.runOnTerminal(
            "sealedpush deliver --with phone --topic '' sealed.json | cat; sealedpush deliver --with phone sealed.json",
            environment: ["NO_COLOR=1"])
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines[0].hasPrefix(#"{"outcome":"opened","#))
        #expect(
            lines[1...].filter { !$0.hasPrefix("  sealed  ") && !$0.hasPrefix("  expires  ") }.joined(separator: "\n")
                == """
                Without the extension the screen shows
                ╭─ notification ───────────────────────────────────────── now ─╮
                │ New notification                                             │
                ╰──────────────────────────────────────────────────────────────╯

                Opened. With the extension the screen shows
                ╭─ notification ───────────────────────────────────────── now ─╮
                │ Payment received                                             │
                │ € 240.10 from Jane                                           │
                ╰──────────────────────────────────────────────────────────────╯
                  sound            default
                  userInfo.amount  0.10

                """)
        #expect(lines.contains { $0.hasPrefix("  expires  ") && $0.hasSuffix(" UTC") })
        #expect(lines.contains { $0.hasPrefix("  sealed  ") && $0.contains(", suite hpke-base, to key ") })
        #expect(run.errors == "")
    }

    @Test("a payload's text cannot look like the tool's output")
    func spoofing() async throws {
        try folder.write(#"{"aps":{"alert":"a"},"sealed by":"provider key 423b8445\n  sealed by  x"}"#, to: "p.json")
        _ = try await folder.run("sealedpush seal --to phone p.json -o s.json")
        let run = try await folder.runOnTerminal("sealedpush deliver --with phone s.json", environment: ["NO_COLOR=1"])
        #expect(run.output.contains(#"  userInfo.sealed by  provider key 423b8445\u000a  sealed by  x"#))
        #expect(!run.output.contains("\n  sealed by"))
    }

    @Test("every line of a banner is as wide as its frame, in every script", arguments: [40, 64, 200])
    func width(columns: UInt16) async throws {
        for fixture in ["long-multilingual", "message-arabic-hebrew", "message-conversation", "calendar-invitation"] {
            let run = try await folder.runOnTerminal(
                "sealedpush deliver --with phone \(Tool.project)/Fixtures/payloads/alert/\(fixture).json",
                columns: columns, environment: ["NO_COLOR=1"])
            let framed = run.output.split(separator: "\n").filter { "╭│╰".contains($0.first ?? " ") }
            #expect(framed.count >= 3)
            for line in framed {
                #expect(columnsByGlibc(String(line)) == min(Int(columns), 64), "\(line)")
            }
        }
    }

    @Test("a payload cannot control the terminal, neither in the clear nor from the envelope")
    func injection() async throws {
        // Escape, the eight-bit CSI, a backspace, bidi marks, a bidi override and a line separator, in names and in texts.
        try folder.write(
            #"""
            {"aps":{"alert":{"title":"\u001b[31mred\u009b2J","body":"a\u202Eb\u200E\u200F\u061C\u2028c\bd\re\u0007"},"mutable-content":1,\#
            "thread-id":"\u001b]0;title\u0007"},"\u001b[1m":"\u009d","x":{"\u202e":["\u0085"]}}
            """#, to: "hostile.json")
        _ = try await folder.run(
            #"""
            sealedpush seal --to phone hostile.json -o sealed.json
            sed 's/New notification/\\u001b[2J\\u009b\\u202e\\u200e\\u200f\\u061c/' sealed.json > changed.json
            """#)
        for command in [
            "open --with phone sealed.json", "deliver --with phone sealed.json",
            "deliver --with phone --json sealed.json",
            "deliver --with phone hostile.json", "deliver --with pair changed.json", "inspect hostile.json",
            "inspect changed.json", "inspect --json changed.json", "inspect changed.json --envelope-key $'\\e[1m'",
            "deliver --with phone --topic $'\\e[31m' sealed.json", "inspect $'\\e[31m.json'",
            "inspect $'\\u200e\\u200f\\u061c.json'",
            "keys show $'\\e[31m'", "keys list --keys $'\\xc2\\x9b'", "open --with $'\\e[31m/x' sealed.json",
            "seal --to phone hostile.json --visible '/\u{1B}[1m' --placeholder-title $'\\e[31m'", "$'\\e[31m'",
            "keys generate $'\\e[31m' --role device", "seal --to phone --pad $'\\e[31m'",
        ] {
            let run = try await folder.runOnTerminal("sealedpush \(command)", environment: ["NO_COLOR=1"])
            let shown = String(decoding: run.outputBytes, as: UTF8.self) + run.errors
            #expect(!shown.isEmpty, "\(command)")
            let unsafe = shown.unicodeScalars.filter { scalar in
                scalar != "\n"
                    && (scalar.properties.generalCategory == .control || scalar == "\u{2028}"
                        || scalar.properties.isBidiControl)
            }
            #expect(unsafe.isEmpty, "\(command): \(Array(unsafe))")
        }
    }

    @Test("the JSON that a terminal shows is still the same JSON")
    func sameValue() async throws {
        try folder.write("{\"aps\":{\"alert\":\"a\u{202E}\u{9B}\u{7F}b\"}}", to: "p.json")
        _ = try await folder.run("sealedpush seal --to phone p.json -o s; sealedpush open --with phone s -o exact")
        let run = try await folder.runOnTerminal("sealedpush open --with phone s")
        #expect(run.output.contains(#"a\u202e\u009b\u007fb"#))
        #expect(try run.json == JSONValue(parsing: folder.read("exact")))
        #expect(try folder.read("exact").contains(0x7F))
    }

    @Test("the content of a line cannot control the terminal, and the line stays the same JSON")
    func controls() async throws {
        try folder.write(
            #"{"to":"phone","id":"a\u009b31mb\u202ec\u007f","payload":{"aps":{"alert":"hi"}}}"# + "\n", to: "lines")
        let run = try await folder.runOnTerminal("sealedpush seal --lines lines")
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.contains(#""id":"a\u009b31mb\u202ec\u007f""#), "\(run.output)")
    }

    @Test("on a terminal, a hint says that the placeholder of a sealed sound is silent")
    func sound() async throws {
        let hint = "hint: the sound is sealed, so a placeholder is silent; --visible aps.sound"
        let payload = #"printf '{"aps":{"alert":"a","sound":"default"}}' | sealedpush seal --to phone --topic a.b"#
        let sealed = try await folder.runOnTerminal(payload, errorsApart: false)
        #expect(sealed.output.contains(hint))
        let visible = try await folder.runOnTerminal(payload + " --visible aps.sound", errorsApart: false)
        #expect(!visible.output.contains("hint:"))
    }

    @Test("on a terminal, a warning says that a push without a topic is bound to no app")
    func topic() async throws {
        let warning = "warning: without --topic BUNDLE-ID the push is bound to no app"
        let without = try await folder.runOnTerminal("sealedpush seal --to phone payment.json", errorsApart: false)
        #expect(without.output.contains(warning))
        let with = try await folder.runOnTerminal(
            "sealedpush seal --to phone --topic a.b payment.json", errorsApart: false)
        #expect(!with.output.contains("--topic"))
    }
}
