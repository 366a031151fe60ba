import Testing

@Suite("roundtrip on a terminal")
struct RoundtripTests {
    private let folder: Folder

    init() async throws { folder = try await Folder(withKeys: false) }

    @Test("a terminal gets colours and, after a second, progress that is erased at the end")
    func terminal() async throws {
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
        let run = try await folder.runOnTerminal(
            "sealedpush roundtrip --random 1000000 --junit report.xml -o table.txt",
            typing: [(once: " of 1000000", text: "\u{3}")], errorsApart: false)
        #expect(run.exitCode == 130)
        #expect(run.output.hasSuffix("\r\u{1b}[K"))
        #expect(folder.files.isEmpty)
    }
}
