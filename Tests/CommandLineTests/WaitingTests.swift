import Testing

@Suite("input from a terminal")
struct WaitingTests {
    private let folder: Folder

    init() async throws { folder = try await Folder() }

    @Test("a key is pasted after a hint, without echo", arguments: ["", "-", "/dev/tty", "/dev/stdin"])
    func pastedKey(input: String) async throws {
        let key = try await folder.run("sealedpush keys export bank --secret --form jwk").output
        #expect(key.contains("\"d\""))
        let run = try await folder.runOnTerminal(
            "sealedpush keys import copy \(input) --role provider",
            typing: [("Ctrl-D", key.filter { $0 != "\n" } + "\n\u{4}")],
            errorsApart: false, echoes: true)
        #expect(run.exitCode == 0, "\(run.output)")
        #expect(run.output.hasPrefix("sealedpush: hint: reading from the terminal, which does not show it; Ctrl-D "))
        #expect(!run.output.contains("\"d\""))
        #expect(run.echoes == true)
        #expect(try await folder.run("sealedpush keys show copy --json").exitCode == 0)
    }
}
