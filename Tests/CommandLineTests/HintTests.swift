import StrictJSON
import Testing

/// What the tool says to somebody who has gone wrong, or who cannot see what was done.
@Suite("hints that lead somewhere")
struct HintTests {
    @Test(
        "an error about a key, path, rule or number names the expected value",
        arguments: [
            (
                "keys revoke phone zzzz", 1, "notFound: keyring phone has no such key",
                "'sealedpush keys show' lists the keys of a keyring by id"
            ),
            (
                "keys show ./keys/phone", 1, "notFound: ",
                "a path leads to the file itself, such as ./keys/phone.jwks"
            ),
            (
                "keys rotate ./keys/phone", 1, "notFound: ",
                "a path leads to the file itself, such as ./keys/phone.jwks"
            ),
            (
                "lint --rule banana=off", 64, "no rule has the code 'banana'; Documentation/payload.md lists them all",
                "see 'sealedpush lint --help'"
            ),
            (
                "seal --to phone --expires-in -5", 64, "seconds are a whole number from 0 to 4294967295",
                "see 'sealedpush seal --help'"
            ),
            (
                "seal --to phone --pad -5", 64,
                "the value '-5' is invalid for '--pad <n>': padding is none, max or a block of 1 to 4096 bytes",
                "see 'sealedpush seal --help'"
            ),
            (
                "seal --to phone --suite shared payment.json", 1, "suiteMismatch: ",
                "the suite follows from --to, --from and --shared"
            ),
        ])
    func hints(command: String, exitCode: Int32, error: String, hint: String) async throws {
        let folder = try await Folder()
        try folder.write(Payloads.payment, to: "payment.json")
        let run = try await folder.run("sealedpush \(command)")
        #expect(run.exitCode == exitCode)
        #expect(run.output == "")
        let lines = run.errors.split(separator: "\n")
        #expect(lines.count == 2, "\(run.errors)")
        #expect(lines.first?.hasPrefix("sealedpush: error: ") == true && lines.first?.contains(error) == true)
        #expect(lines.last.map(String.init) == "sealedpush: hint: \(hint)")
    }

    @Test("after a rotation of the provider, the hint leads to its new keys, which open the push")
    func rotatedProvider() async throws {
        let folder = try await Folder()
        try folder.write(Payloads.payment, to: "payment.json")
        let setUp = try await folder.run(
            """
            set -e
            mkdir -m 700 device && cp keys/phone.jwks keys/phone.pub.jwks keys/bank.pub.jwks device
            sealedpush keys rotate bank > shown
            sealedpush seal --to phone --from bank payment.json -o sealed.json
            """)
        #expect(setUp.exitCode == 0, "\(setUp.errors)")
        let open = "sealedpush open --keys device --with phone --from bank sealed.json"
        let before = try await folder.run(open)
        #expect(before.exitCode == 1)
        #expect(before.errors.contains("sealedpush: error: unknownSender: "))
        #expect(
            before.errors.contains(
                "'sealedpush keys import NAME FILE --role provider' imports its new keys; a key whose grace"))
        let imported = "sealedpush keys import bank keys/bank.pub.jwks --role provider --keys device > shown"
        let after = try await folder.run("\(imported) && \(open)")
        #expect(after.exitCode == 0, "\(after.errors)")
        #expect(after.output == Payloads.payment)
    }

    @Test(
        "a message of an enrolment that is none is refused by its kind, and an empty one with the command that makes it",
        arguments: [
            ("challenge", "offer-v1", "'sealedpush keys offer' makes an offer"),
            ("answer", "challenge-v1", "'sealedpush keys challenge' makes a challenge"),
            ("confirm", "answer-v1", "'sealedpush keys answer' makes an answer"),
            ("report", "key-report-v1", "a device makes a report with --on, or with --report of 'open' and 'deliver'"),
        ])
    func wrongMessage(command: String, kind: String, hint: String) async throws {
        let folder = try await Folder()
        let garbage = try await folder.run("echo garbage | sealedpush keys \(command) phone")
        let reason = "the message is not a JSON object of the kind \(kind): expected a value (line 1, column 1)"
        #expect(garbage.errors == "sealedpush: error: malformed: \(reason)\n")
        let empty = try await folder.run("sealedpush keys \(command) phone < /dev/null")
        #expect(empty.errors == "sealedpush: error: standard input is empty\nsealedpush: hint: \(hint)\n")
    }

    @Test(
        "an error about keys has a hint with the next step",
        arguments: [
            (
                "chmod 644 keys/phone.jwks; sealedpush keys show phone", "insecurePermissions",
                "if others may have read it, its keys are no longer secret: rotate them"
            ),
            (
                """
                printf '{"aps":{"alert":"hello"}}' | sealedpush seal --to phone > sealed.json
                id=$(sealedpush keys show phone --json | sed 's/.*"primary":"\\([0-9a-f]*\\)".*/\\1/')
                sealedpush keys revoke phone $id > shown
                sealedpush open --with phone sealed.json
                """, "revokedKey",
                "a revoked key stays revoked; its sender must use a newer one, see 'sealedpush keys list'"
            ),
            (
                "rm keys/bank.jwks; sealedpush keys generate bank --role provider", "alreadyExists",
                "bank has only public keys here: if its secret was lost, restore bank.jwks from a backup, "
                    + "or give it up with 'sealedpush keys remove bank'"
            ),
            (
                "sealedpush keys generate bank --role provider", "alreadyExists",
                "choose another name, or another folder with --keys"
            ),
            (
                ": > keys/bank.jwks; sealedpush keys show bank", "truncated",
                "the text is incomplete: copy or make it again, or restore a keyring from its backup"
            ),
            (
                """
                sealedpush keys offer phone | sealedpush keys challenge jane --from bank > challenge
                sealedpush keys answer phone --from bank challenge > answer
                sealedpush keys confirm jane answer > shown && sealedpush keys confirm jane answer
                """, "noChallenge",
                "a challenge is answered once; 'sealedpush keys challenge' creates another"
            ),
            (
                """
                sealedpush keys offer phone > offer
                sealedpush keys challenge jane --from bank offer > challenge
                sealedpush keys answer phone --from bank challenge > answer
                sealedpush keys challenge jane --from bank offer > challenge
                sealedpush keys confirm jane answer
                """, "wrongAnswer",
                "only the latest challenge counts; answer that one"
            ),
        ])
    func hintsWithKeys(script: String, code: String, hint: String) async throws {
        let run = try await Folder().run(script)
        #expect(run.exitCode == 1)
        #expect(run.output == "")
        let lines = run.errors.split(separator: "\n").suffix(2)
        #expect(lines.first?.hasPrefix("sealedpush: error: \(code): ") == true, "\(run.errors)")
        #expect(lines.last.map(String.init) == "sealedpush: hint: \(hint)")
    }

    @Test("erased and ended keys are listed as such, and the primary key is marked")
    func erased() async throws {
        let folder = try await Folder()
        let id = "sealedpush keys show phone --json | sed 's/.*\"primary\":\"\\([0-9a-f]*\\)\".*/\\1/'"
        let old = try await folder.run(id).output.trimmingNewline
        let rotated = try await folder.run("sealedpush keys rotate phone --grace 1s && sleep 3")
        let new = try await folder.run(id).output.trimmingNewline
        #expect(old.count == 8 && new.count == 8 && old != new)
        #expect(rotated.output.contains("  id          \(new), primary\n"))
        #expect(!rotated.output.contains("\(old), primary"))
        let ended = try await folder.run("sealedpush keys show phone")
        #expect(ended.output.contains("  state       ended 2") && !ended.output.contains("retiring"))
        let json = try await folder.run("sealedpush keys retire phone --erase-ended --json").json.objectValue
        #expect(json?["erased"] == .array([.string(old)]))
        let keys = json?["keys"]?.arrayValue?.map { $0.objectValue?["half"] }
        #expect(keys == ["public", "secret"])
        let again = try await folder.run("sealedpush keys retire phone --erase-ended")
        #expect(again.output.hasSuffix("\nnothing has ended, nothing was erased\n"))
    }

    @Test("an unneeded passphrase file is reported, and the command succeeds")
    func unusedPassphrase() async throws {
        let folder = try await Folder()
        #expect(try await folder.run("umask 077; echo secret > passphrase").exitCode == 0)
        let run = try await folder.run("sealedpush keys rotate phone --passphrase-file passphrase")
        #expect(run.exitCode == 0)
        #expect(
            run.errors
                == "sealedpush: warning: keyring phone has no passphrase, so --passphrase-file is not used\n")
    }

    @Test("a payload that is too long is reported with its size, not with a line and a column")
    func tooLong() async throws {
        let folder = try await Folder()
        try folder.write("{\"aps\":{},\"a\":\"\(String(repeating: "x", count: 70_000))\"}", to: "large.json")
        let run = try await folder.run("sealedpush seal --to phone large.json")
        #expect(run.exitCode == 1)
        #expect(
            run.errors
                == "sealedpush: error: large.json is no payload: tooLong: the text has 70017 bytes, the limit is 65536\n"
        )
    }

    @Test("on a terminal, a hint says that a push without a topic is bound to no app")
    func topic() async throws {
        let folder = try await Folder()
        try folder.write(Payloads.payment, to: "payment.json")
        let hint = "--topic BUNDLE-ID binds the push to one app"
        let without = try await folder.runOnTerminal("sealedpush seal --to phone payment.json", errorsApart: false)
        #expect(without.output.contains(hint))
        let with = try await folder.runOnTerminal(
            "sealedpush seal --to phone --topic a.b payment.json", errorsApart: false)
        #expect(!with.output.contains(hint))
        #expect(try await folder.run("sealedpush seal --to phone payment.json").errors == "")
    }
}

extension String {
    /// The text without the line feed that ends it.
    fileprivate var trimmingNewline: String { hasSuffix("\n") ? String(dropLast()) : self }
}
