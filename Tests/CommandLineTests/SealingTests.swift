import SealedEnvelope
import StrictJSON
import Testing

@Suite("seal")
struct SealingTests {
    private let folder: Folder

    init() async throws {
        folder = try await Folder()
        try folder.write(Payloads.payment, to: "payment.json")
    }

    private func visible(_ options: String) async throws -> JSONObject {
        let run = try await folder.run("sealedpush seal payment.json \(options)")
        #expect(run.exitCode == 0)
        #expect(run.errors == "")
        return try #require(try run.json.objectValue)
    }

    @Test(
        "a sealed payload opens unchanged, in every suite",
        arguments: [
            ("--to phone --from bank", "--with phone --from bank"), ("--to phone", "--with phone"),
            ("--shared pair", "--with pair"),
        ])
    func roundTrip(seal: String, open: String) async throws {
        let both = "--topic com.example.bank --audience 'account 42'"
        for (seal, open) in [(" seal \(seal)", "open \(open)"), ("encrypt \(seal)", "decrypt \(open)")] {
            let run = try await folder.run("sealedpush \(seal) \(both) < payment.json | sealedpush \(open) \(both) -")
            #expect(run.exitCode == 0)
            #expect(run.output == Payloads.payment)
            #expect(run.errors == "")
        }
    }

    @Test("keys are found by a path as well as by a name")
    func paths() async throws {
        let run = try await folder.run(
            """
            mv keys elsewhere
            sealedpush seal --to elsewhere/phone.pub.jwks --from ./elsewhere/bank.jwks payment.json |
                sealedpush open --with elsewhere/phone.jwks --from elsewhere/bank.pub.jwks
            mv elsewhere keys
            """)
        #expect(run.output == Payloads.payment)
        #expect(run.errors == "")
    }

    @Test("the visible part has the placeholder and the envelope, and only requested members beside them")
    func visiblePart() async throws {
        var push = try await visible("--to phone")
        #expect(push["sealed"]?.stringValue != nil)
        push["sealed"] = nil
        #expect(push == ["aps": ["alert": ["title": "New notification"], "mutable-content": 1]])

        try folder.write(#"{"aps":{"alert":"a","sound":"default"},"a.b":7,"c":8}"#, to: "payment.json")
        push = try await visible(
            "--to phone --visible aps.sound --visible /a.b --placeholder-title Bank --placeholder-body 'Unlock'"
        )
        push["sealed"] = nil
        #expect(
            push == [
                "aps": ["alert": ["title": "Bank", "body": "Unlock"], "mutable-content": 1, "sound": "default"],
                "a.b": 7,
            ])
    }

    @Test(
        "any number may be visible, and keeps its text", arguments: ["12345678901234567890", "12.350", "0.1"])
    func numbers(text: String) async throws {
        let payload = #"{"aps":{"alert":"a"},"n":\#(text)}"#
        try folder.write(payload, to: "payment.json")
        let run = try await folder.run(
            """
            sealedpush seal --to phone --visible n payment.json -o s.json
            cat s.json; sealedpush open --with phone s.json
            """)
        #expect(run.exitCode == 0)
        let visible = #"{"aps":{"alert":{"title":"New notification"},"mutable-content":1},"n":\#(text),"#
        #expect(run.output.hasPrefix(visible))
        #expect(run.output.hasSuffix(payload))
    }

    @Test("a visible path to an absent member causes a warning, and the push is sealed")
    func absentPaths() async throws {
        let run = try await folder.run(
            """
            sealedpush seal --to phone --visible aps.bagde --visible amount --visible amount.value \
                --allow-in-clear account payment.json
            """)
        #expect(run.exitCode == 0)
        #expect(try run.json.objectValue?["sealed"] != nil)
        #expect(
            run.errors == """
                sealedpush: warning: --visible aps.bagde names no member of the payload
                sealedpush: warning: --visible amount.value names no member of the payload
                sealedpush: warning: --allow-in-clear account names no member of the payload

                """)
        let budget = try await folder.run("sealedpush inspect --budget --visible aps.bagde payment.json")
        #expect(budget.exitCode == 0)
        #expect(
            budget.errors
                == "sealedpush: warning: --visible aps.bagde names no member of the payload\n")
        try folder.write(#"{"shared":"pair","visible":["aps.bagde"],"payload":\#(Payloads.payment)}"#, to: "lines")
        #expect(try await folder.run("sealedpush seal --lines lines").errors == "")
    }

    @Test("a payload may have a member with the envelope's name")
    func memberNamedSealed() async throws {
        let payload = #"{"aps":{"alert":"a"},"sealed":{"x":1}}"#
        try folder.write(payload, to: "payment.json")
        let run = try await folder.run("sealedpush seal --to phone payment.json | sealedpush open --with phone")
        #expect(run.output == payload)
    }

    @Test("the envelope has the requested member name")
    func envelopeKey() async throws {
        #expect(try await visible("--to phone --envelope-key e")["e"] != nil)
        let run = try await folder.run(
            "sealedpush seal --to phone --envelope-key e payment.json | sealedpush open --with phone --envelope-key e")
        #expect(run.output == Payloads.payment)
        let other = try await folder.run(
            "sealedpush seal --to phone --envelope-key e payment.json | sealedpush open --with phone")
        #expect(other.exitCode == 1)
        #expect(other.errors.hasPrefix("sealedpush: error: notSealed: "))
    }

    @Test("padding hides the length up to a block, up to the limit, or not at all")
    func padding() async throws {
        func sizes(_ option: String) async throws -> [Int] {
            var sizes: [Int] = []
            for text in ["a", "a longer text of thirty letters"] {
                try folder.write(#"{"aps":{"alert":"\#(text)"}}"#, to: "p.json")
                sizes.append(try await folder.run("sealedpush seal --to phone \(option) p.json").outputBytes.count)
            }
            return sizes
        }
        let none = try await sizes("--pad none")
        // 30 letters more are 30 bytes more of message, and 40 of base64url.
        #expect(none[1] - none[0] == 40)
        let block = try await sizes("--pad 256")
        #expect(block[0] == block[1])
        let maximum = try await sizes("--pad max")
        #expect(maximum[0] == maximum[1])
        #expect(4093...4096 ~= maximum[0])
        let voip = try await folder.run("sealedpush seal --to phone --pad max --push-type voip p.json")
        #expect(5117...5120 ~= voip.outputBytes.count)
    }

    @Test("expiry and sequence number are sealed, not shown")
    func sealedFields() async throws {
        let plain = try await visible("--to phone --pad none")["sealed"]?.stringValue ?? ""
        let more =
            try await visible("--to phone --pad none --expires-in 3600 --sequence 7")["sealed"]?.stringValue ?? ""
        // Four bytes of expiry and eight of the number, in base64url.
        #expect(more.utf8.count - plain.utf8.count == 16)
    }

    @Test("a push that is too large is refused with the excess in bytes, and nothing is written")
    func tooLarge() async throws {
        try folder.write(#"{"aps":{"alert":"\#(String(repeating: "a", count: 3000))"}}"#, to: "large.json")
        let run = try await folder.run("sealedpush seal --to phone large.json -o sealed.json")
        #expect(run.exitCode == 1)
        #expect(run.output == "")
        #expect(
            run.errors.firstMatch(
                of: /^sealedpush: error: tooLarge: the sealed push has \d+ bytes, \d+ more than the 4096/) != nil)
        #expect(folder.files == ["large.json", "payment.json"])
    }

    @Test(
        "each payload that cannot be sealed is an error with its cause",
        arguments: [
            (#"{"aps":{"alert":"a"},"x":null}"#, "", "invalidPayload: "), (#"{"x":1}"#, "", "unknownPushType: "),
            (#"{"aps":{"alert":"a"},"sealed":1}"#, "--visible sealed", "invalidEnvelopeKey: "),
            (#"{"aps":{"alert":"a"}}"#, "--envelope-key aps", "invalidEnvelopeKey: "),
            (#"{"aps":{"alert":"a"}}"#, "--broadcast", "invalidHeaders: "),
            (#"{"aps":{"event":"update"}}"#, "", "invalidPayload: "),
            (#"{"aps":{"event":"start","content-state":{}}}"#, "", "invalidPayload: "),
            (#"{"aps":{"alert":"a"}}"#, "--placeholder-title ''", "emptyPlaceholder: "),
            (#"{"mdm":"a"}"#, "--push-type mdm", "mustStayVisible: "),
            (#"{"aps":{"alert":"a"}}"#, "--to phone --suite hpke-auth", "suiteMismatch: "),
            (#"{"aps":{"alert":"a"}}"#, "--from bank --suite hpke-base", "suiteMismatch: "),
            (#"{"aps":{"alert":"a"}}"#, "--topic 'a b'", "invalidHeaders: "),
            (#"{"aps":{"alert":"a"}}"#, "--to bank", "wrongRole: "),
            (#"{"aps":{"alert":"a"}}"#, "--from phone", "wrongRole: "),
            (#"{"aps":{"alert":"a"}}"#, "--from keys/bank.pub.jwks", "wrongHalf: "),
            (#"{"aps":{"alert":"a"}}"#, "--to nobody", "notFound: "),
            (#"{"aps":{"alert":"a"},"aps":{}}"#, "", "standard input is no payload: duplicateName: "),
            (#"["aps"]"#, "", "standard input is no payload: notAnObject: "),
            ("{\"aps\":\n  {\"alert\":tru}}", "", "standard input is no payload: malformed: "),
        ])
    func unsealable(payload: String, options: String, error: String) async throws {
        try folder.write(payload, to: "p.json")
        let recipient = options.contains("--to ") ? "" : "--to phone"
        let run = try await folder.run("sealedpush seal \(recipient) \(options) < p.json")
        #expect(run.exitCode == 1)
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("sealedpush: error: \(error)"))
    }

    @Test("an error in the JSON is reported with line and column")
    func place() async throws {
        try folder.write("{\"aps\":\n  {\"alert\":tru}}", to: "p.json")
        let run = try await folder.run("sealedpush seal --to phone p.json")
        #expect(run.errors.hasPrefix("sealedpush: error: p.json is no payload: "))
        #expect(run.errors.contains("(line 2, column "))
    }

    @Test(
        "wrong usage and a failure have different exit codes",
        arguments: [
            "", "--to phone --shared pair", "--shared pair --from bank", "--to phone --pad 0", "--to phone --pad 4097",
            "--to phone --pad much", "--to phone --expires-in -1", "--to phone --expires-in 4294967296",
            "--to phone --sequence x", "--to phone --suite rot13", "--to phone --push-type alrt",
            "--to phone --visible ''", "--to phone --visible a..b", "--to", "--to phone --unknown", "--to phone a b",
            "--to phone --line", "--to phone --pad -5", "--to phone --pad",
        ])
    func wrongUsage(options: String) async throws {
        let run = try await folder.run("sealedpush seal \(options) < payment.json")
        #expect(run.exitCode == 64)
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("sealedpush: error: "))
        #expect(run.errors.hasSuffix("sealedpush: hint: see 'sealedpush seal --help'\n"))
    }

    @Test("each use of a demonstration keyring causes a warning")
    func demonstration() async throws {
        let run = try await folder.run(
            "sealedpush seal --to phone --from bank --keys \(Tool.project)/keys payment.json")
        #expect(run.exitCode == 0)
        #expect(
            run.errors == """
                sealedpush: warning: keyring bank is a public demonstration; everyone has its keys
                sealedpush: warning: keyring phone is a public demonstration; everyone has its keys

                """)
    }

    @Test("--headers writes the headers of the request as curl takes them, and refuses what a stream has itself")
    func headers() async throws {
        let run = try await folder.run(
            "sealedpush seal --to phone --topic com.example.bank --headers headers payment.json -o sealed.json")
        #expect(run.exitCode == 0)
        #expect(
            try folder.text("headers") == "apns-topic: com.example.bank\napns-push-type: alert\napns-priority: 10\n")
        #expect(try folder.text("sealed.json").hasPrefix(#"{"aps":"#))
        for options in ["--headers -", "--headers a -o a", "--headers a --lines", "--headers a -o ./a"] {
            #expect(try await folder.run("sealedpush seal --to phone \(options) payment.json").exitCode == 64)
        }
    }

    @Test("neither headers nor a body are left if one cannot be written")
    func headersOrNothing() async throws {
        for options in [
            "--headers h -o missing/b", "--headers missing/h -o b", "--headers keys/bank.jwks -o b",
            "--headers h -o keys/bank.jwks", "--headers /dev/full -o b", "--headers h --topic 'a b' -o b",
        ] {
            let run = try await folder.run("sealedpush seal --to phone \(options) payment.json")
            #expect(run.exitCode == 1 && run.output == "")
            #expect(folder.files == ["payment.json"], "\(options)")
        }
    }
}
