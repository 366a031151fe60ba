import Testing

@testable import sealedpush

@Suite("usage")
struct UsageTests {
    @Test("to find an unknown option, help is shown, and no command is run")
    func helpOnly() async throws {
        let folder = try await Folder(withKeys: false)
        let command = ["keys", "generate", "phone", "--role", "device", "--keys", "\(folder.path)/keys"]
        #expect(SealedPushTool.unknownOption(help: command) == nil)
        #expect(folder.files.isEmpty)
    }

    @Test(
        "only a thumbprint that begins with a dash is no option",
        arguments: [
            ["-C-MFTJovQBh9sdcCWfSuDt6H80YAI8hTcH8k17cTi"], ["-C-MFTJovQBh9sdcCWfSuDt6H80YAI8hTcH8k17cTi="],
            ["C-C-MFTJovQBh9sdcCWfSuDt6H80YAI8hTcH8k17cTi"], ["--", "-C-MFTJovQBh9sdcCWfSuDt6H80YAI8hTcH8k17cTiE"],
        ])
    func options(arguments: [String]) {
        #expect(ProcessArguments.withThumbprintsLast(arguments) == arguments)
    }
}
