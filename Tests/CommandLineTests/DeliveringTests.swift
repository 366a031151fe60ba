import StrictJSON
import Testing

@Suite("deliver")
struct DeliveringTests {
    private let folder: Folder

    init() async throws {
        folder = try await Folder()
        try folder.write(Payloads.payment, to: "payment.json")
        _ = try await folder.run("sealedpush seal --to phone --from bank --topic app payment.json -o sealed.json")
    }

    private func delivery(_ arguments: String) async throws -> JSONObject {
        let run = try await folder.run("sealedpush deliver \(arguments)")
        #expect(run.exitCode == 0)
        #expect(run.errors == "")
        #expect(run.output.hasSuffix("}\n"))
        #expect(run.output.filter { $0 == "\n" }.count == 1)
        return try #require(try run.json.objectValue)
    }

    @Test("a push that opens is delivered with its sealed payload", arguments: ["", "--json"])
    func opened(option: String) async throws {
        let delivery = try await delivery("--with phone --from bank --topic app \(option) sealed.json")
        let content = delivery["content"]?.objectValue
        #expect(delivery["outcome"] == "opened")
        #expect(delivery["reason"] == nil)
        #expect(content?["title"] == "Payment received")
        #expect(content?["body"] == "€ 240.10 from Jane")
        #expect(content?["sound"] == "default")
        #expect(content?["userInfo"]?.objectValue?["amount"]?.numberValue?.double == 0.1)
        #expect(content?["userInfo"]?.objectValue?["sealed"] == nil)
    }

    @Test(
        "a push that is refused is delivered with its placeholder and the refusal's code",
        arguments: [
            ("--with phone --from bank --topic other", "cannotOpen"),
            ("--with phone --from bank --topic app --audience b", "cannotOpen"),
            ("--with phone --topic app", "unknownSender"), ("--with pair --from bank --topic app", "unknownKey"),
        ])
    func refused(arguments: String, code: String) async throws {
        let delivery = try await delivery("\(arguments) sealed.json")
        #expect(delivery["outcome"] == "placeholder")
        #expect(delivery["reason"] == .string(code))
        #expect(delivery["content"]?.objectValue?["title"] == "New notification")
        #expect(delivery["content"]?.objectValue?["body"] == "")
    }

    @Test("a push for which no extension is called is delivered unchanged")
    func uncalled() async throws {
        let delivery = try await delivery("--with phone payment.json")
        #expect(delivery["outcome"] == "unchanged")
        #expect(delivery["reason"] == "notMutable")
        #expect(delivery["content"]?.objectValue?["title"] == "Payment received")
    }

    @Test("the envelope is read from the requested member")
    func envelopeKey() async throws {
        _ = try await folder.run("sealedpush seal --to phone --envelope-key e payment.json -o e.json")
        #expect(try await delivery("--with phone --envelope-key e e.json")["outcome"] == "opened")
        #expect(try await delivery("--with phone e.json")["reason"] == "notSealed")
    }

    @Test("a push that APNs refuses is not delivered")
    func noPayload() async throws {
        let run = try await folder.run("echo '{' | sealedpush deliver --with phone")
        #expect(run.exitCode == 1)
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("sealedpush: error: standard input is no payload: "))
    }

    @Test("a sealed push without an alert is left to the app, and the terminal reports it")
    func background() async throws {
        try folder.write(#"{"aps":{"content-available":1},"a":1}"#, to: "b.json")
        let run = try await folder.runOnTerminal(
            "sealedpush seal --to phone b.json | (sealedpush deliver --with phone)", environment: ["NO_COLOR=1"])
        #expect(run.exitCode == 0)
        #expect(
            run.output == """
                Unchanged. The screen shows nothing
                  why  noAlert: the payload shows no alert, so no extension is called

                """)
        #expect(
            run.errors == "sealedpush: hint: the app itself opens a push without an alert, as 'sealedpush open' does\n")
    }

    @Test("missing keys are an error, not a delivery")
    func missingKeys() async throws {
        let run = try await folder.run("sealedpush deliver --with nobody sealed.json")
        #expect(run.exitCode == 1)
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("sealedpush: error: notFound: "))
    }

    @Test("a refusal on a terminal comes with the reason and a hint, still with exit code 0")
    func refusedOnTerminal() async throws {
        let run = try await folder.runOnTerminal(
            "sealedpush deliver --with phone --from bank --topic other sealed.json", environment: ["NO_COLOR=1"])
        #expect(run.exitCode == 0)
        #expect(
            run.output == """
                Without the extension the screen shows
                ╭─ other ──────────────────────────────────────────────── now ─╮
                │ New notification                                             │
                ╰──────────────────────────────────────────────────────────────╯

                Not opened. The screen keeps the placeholder
                ╭─ other ──────────────────────────────────────────────── now ─╮
                │ New notification                                             │
                ╰──────────────────────────────────────────────────────────────╯
                  why  cannotOpen: the envelope does not open

                """)
        #expect(run.errors.hasPrefix("sealedpush: hint: --topic, --audience and --push-type must be those"))
    }
}
