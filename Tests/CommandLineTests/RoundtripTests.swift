import Testing

@Suite("roundtrip on a terminal")
struct RoundtripTests {
    private let folder: Folder

    init() async throws { folder = try await Folder(withKeys: false) }

    @Test("a terminal gets colours")
    func terminal() async throws {
        let run = try await folder.runOnTerminal(
            "sealedpush roundtrip --random 60 --law everyBitFlipRefused", columns: 40)
        #expect(run.exitCode == 0)
        #expect(run.output.contains("\u{1b}[32mEvery law held\u{1b}[0m"))
        #expect(run.errors == "", "standard error is a file here")
    }

    @Test("Ctrl-C ends the run by SIGINT, with no file left")
    func interruption() async throws {
        let run = try await folder.runOnTerminal(
            "echo begun; exec sealedpush roundtrip --random 1000000 -o table.txt",
            typing: [(once: "begun", text: "\u{3}")], errorsApart: false)
        #expect(run.exitCode == 130)
        #expect(folder.files.isEmpty)
    }
}
