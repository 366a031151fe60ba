import KeyManagement
import Testing

@Suite("keys remove")
struct RemovingTests {
    private let folder: Folder

    init() async throws { folder = try await Folder() }

    @Test(
        "a protected keyring counts as one with secrets, and needs no passphrase to be removed",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
    func protected() async throws {
        let run = try await folder.run(
            """
            umask 077; echo pass > pass; sealedpush keys protect bank --new-passphrase-file pass
            sealedpush keys remove bank; sealedpush keys remove bank --secret; ls keys | grep bank
            """)
        #expect(run.errors.contains("keyring bank holds secrets"))
        #expect(run.output == "bank.log\n")
    }
}
