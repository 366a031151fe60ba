import Testing

@Suite("deliver on a terminal")
struct DeliveringTests {
    private let folder: Folder

    init() async throws {
        folder = try await Folder()
        try folder.write(Payloads.payment, to: "payment.json")
        _ = try await folder.run("sealedpush seal --to phone --from bank --topic app payment.json -o sealed.json")
    }

    /// Delivers with the keys of the phone and the bank on a terminal.
    private func deliver(_ arguments: String) async throws -> Run {
        let run = try await folder.runOnTerminal(
            "sealedpush deliver --with phone --from bank \(arguments)", environment: ["NO_COLOR=1"])
        #expect(run.exitCode == 0)
        return run
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

    @Test("no extension is called for a Live Activity, and the terminal says that the widget opens it")
    func liveActivity() async throws {
        try folder.write(Payloads.update, to: "update.json")
        let run = try await folder.runOnTerminal(
            "sealedpush seal --to phone update.json | (sealedpush deliver --with phone)", environment: ["NO_COLOR=1"])
        #expect(run.exitCode == 0)
        #expect(run.output.hasPrefix("Unchanged. "))
        #expect(
            run.errors
                == "sealedpush: hint: the app's widget opens the state of a Live Activity, as 'sealedpush open' does\n")
    }

    @Test("a store counts missed pushes, and the terminal shows the count")
    func missed() async throws {
        let seal = "sealedpush seal --to phone --from bank --topic app payment.json"
        for number in [4, 5, 9] { _ = try await folder.run("\(seal) --sequence \(number) -o \(number)") }
        for number in [4, 5] {
            #expect(try await !deliver("--topic app --store s \(number)").output.contains("missed"))
        }
        #expect(
            try await deliver("--topic app --store s 9").output.contains(/\n  missed +the 3 pushes before this one\n/))
    }

    @Test("a refusal on a terminal comes with the reason and a hint, still with exit code 0")
    func refusedOnTerminal() async throws {
        let run = try await deliver("--topic other sealed.json")
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
