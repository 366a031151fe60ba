import StrictJSON
import Testing

@Suite("open")
struct OpeningTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
        try folder.write(Payloads.payment, to: "payment.json")
        _ = try folder.run("sealedpush seal --to phone --from bank --topic app payment.json -o sealed.json")
    }

    /// Opens, expects a refusal, and that nothing else happened.
    private func refusal(_ command: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        _ = try folder.run("printf before > out.json")
        let run = try folder.run("\(command) -o out.json; code=$?; \(command); exit $code")
        #expect(run.exitCode == 1, sourceLocation: sourceLocation)
        #expect(run.output == "", sourceLocation: sourceLocation)
        #expect(try folder.text("out.json") == "before", sourceLocation: sourceLocation)
        #expect(folder.files.allSatisfy { !$0.contains("tmp") }, sourceLocation: sourceLocation)
        let lines = run.errors.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count.isMultiple(of: 2), sourceLocation: sourceLocation)
        return lines.prefix(lines.count / 2).joined(separator: "\n")
    }

    @Test("a push for another topic, audience or key does not open, with one code for all")
    func cannotOpen() throws {
        let expected = """
            sealedpush: error: cannotOpen: the envelope does not open
            sealedpush: hint: --topic, --audience and --push-type must be those that it was sealed with; it may also have \
            been changed
            """
        #expect(try refusal("sealedpush open --with phone --from bank --topic other sealed.json") == expected)
        #expect(try refusal("sealedpush open --with phone --from bank sealed.json") == expected)
        #expect(
            try refusal("sealedpush open --with phone --from bank --topic app --audience b sealed.json") == expected)

        // The last character but one holds only bits of the tag.
        let text = try folder.text("sealed.json")
        let flipped = text.dropLast(4) + (text.dropLast(3).last == "A" ? "B" : "A") + text.suffix(3)
        try folder.write(String(flipped), to: "flipped.json")
        #expect(try refusal("sealedpush open --with phone --from bank --topic app flipped.json") == expected)
    }

    @Test("without --from, a push of a provider is refused with a hint")
    func unknownSender() throws {
        let error = try refusal("sealedpush open --with phone --topic app sealed.json")
        #expect(error.hasPrefix("sealedpush: error: unknownSender: no provider key has id "))
        #expect(error.hasSuffix("hint: a provider key sealed it; name the keyring that you trust with --from"))
    }

    @Test("with --from, a push without an authenticated sender is refused")
    func unauthenticatedSender() throws {
        _ = try folder.run("sealedpush seal --to phone payment.json -o anyone.json")
        let error = try refusal("sealedpush open --with phone --from bank anyone.json")
        #expect(error.hasPrefix("sealedpush: error: unauthenticatedSender: "))
        #expect(try folder.run("sealedpush open --with phone anyone.json").output == Payloads.payment)
    }

    @Test("a push for another device or from another provider names the missing key")
    func unknownKeys() throws {
        _ = try folder.run(
            "sealedpush keys generate tablet --role device; sealedpush keys generate shop --role provider")
        let device = try refusal("sealedpush open --with tablet --from bank --topic app sealed.json")
        #expect(device.hasPrefix("sealedpush: error: unknownKey: no device key has id "))
        let provider = try refusal("sealedpush open --with phone --from shop --topic app sealed.json")
        #expect(provider.hasPrefix("sealedpush: error: unknownSender: no provider key has id "))
        #expect(provider.hasSuffix("'sealedpush keys list' those that are here"))
    }

    @Test("a revoked key opens nothing")
    func revokedKey() throws {
        _ = try folder.run(#"sed -i 's/"state":"active"/"state":"revoked"/' keys/phone.jwks"#)
        let error = try refusal("sealedpush open --with phone --from bank --topic app sealed.json")
        #expect(error.hasPrefix("sealedpush: error: revokedKey: "))
    }

    @Test("a push that is not sealed, not an envelope or not JSON is refused with its own code")
    func notEnvelopes() throws {
        for (payload, code) in [
            (Payloads.payment, "notSealed"), (#"{"sealed":1}"#, "malformed"), (#"{"sealed":"AQ=="}"#, "malformed"),
            (#"{"sealed":"CQAA"}"#, "unknownSuite"), ("{", "malformed"), ("[]", "malformed"),
        ] {
            try folder.write(payload, to: "p.json")
            let error = try refusal("sealedpush open --with phone p.json")
            #expect(error.hasPrefix("sealedpush: error: \(code): "), "\(payload)")
        }
    }

    @Test(
        "editing, adding or removing anything beside the envelope changes nothing in the output",
        arguments: [
            "s/New notification/Call this number/", #"s/"mutable-content":1/"badge":99/"#,
            #"s/^{/{"link":"https:\/\/evil.example",/"#, #"s/"title":"New notification"//"#,
            #"s/,"mutable-content":1//"#, #"s/"aps":{/"aps":{"category":"FORGED",/"#,
        ])
    func editedVisiblePart(edit: String) throws {
        let run = try folder.run(
            """
            sed '\(edit)' sealed.json > edited.json; cmp -s sealed.json edited.json && exit 9
            sealedpush open --with phone --from bank --topic app edited.json
            """)
        #expect(run.exitCode == 0)
        #expect(run.output == Payloads.payment)
        #expect(run.errors == "")
    }

    @Test("a push opens under the push type that it was sealed for, and under no other")
    func pushType() throws {
        let payloads = [
            ("alert", Payloads.payment, ""), ("background", #"{"aps":{"content-available":1},"a":1}"#, ""),
            ("voip", #"{"call":1}"#, "--push-type voip"), ("liveactivity", Payloads.update, ""),
        ]
        for (type, payload, option) in payloads {
            try folder.write(payload, to: "p.json")
            _ = try folder.run("sealedpush seal --to phone \(option) p.json -o s.json")
            let derived = try folder.run("sealedpush open --with phone \(option) s.json")
            #expect(derived.output == payload, "\(type)")
            for other in ["alert", "background", "voip", "location"] where other != type {
                let run = try folder.run("sealedpush open --with phone --push-type \(other) s.json")
                #expect(run.exitCode == 1)
                #expect(run.output == "")
                let code = type == "liveactivity" ? "notSealed" : "cannotOpen"
                #expect(run.errors.hasPrefix("sealedpush: error: \(code): "), "\(type) as \(other)")
            }
        }
        // A voip push looks like a background push.
        try folder.write(#"{"call":1}"#, to: "p.json")
        _ = try folder.run("sealedpush seal --to phone --push-type voip p.json -o s.json")
        #expect(try refusal("sealedpush open --with phone s.json").hasPrefix("sealedpush: error: cannotOpen: "))
    }

    @Test("a provider's keyring does not open anything")
    func wrongRole() throws {
        let run = try folder.run("sealedpush open --with bank sealed.json")
        #expect(run.exitCode == 1)
        #expect(
            run.errors == """
                sealedpush: error: wrongRole: keyring bank holds provider keys, which do not open
                sealedpush: hint: --with names the device's keyring, --from the provider's

                """)
    }

    @Test("the public half of a device's keyring does not open anything")
    func publicHalf() throws {
        let run = try folder.run("sealedpush open --with keys/phone.pub.jwks sealed.json")
        #expect(run.exitCode == 1)
        #expect(run.errors.hasPrefix("sealedpush: error: wrongHalf: "))
    }

    @Test("without --with nothing is read")
    func missingKey() throws {
        let run = try folder.run("sealedpush open sealed.json")
        #expect(run.exitCode == 64)
        #expect(
            run.errors == """
                sealedpush: error: missing expected argument '--with <key>'
                sealedpush: hint: see 'sealedpush open --help'

                """)
    }

    @Test("a keyring's name with a file extension has its own hint")
    func endings() throws {
        let run = try folder.run("sealedpush open --with phone.jwks sealed.json")
        #expect(run.errors.contains("hint: a keyring's name has no .jwks suffix"))
    }
}
