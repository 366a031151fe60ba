import KeyManagement
import Testing

@Suite(
    "a build without passphrases says so",
    .enabled(if: !Passphrase.isSupported, "this build has passphrases; one with the trait SwiftCrypto has none"))
struct PassphraseSupportTests {
    private static let errors = """
        sealedpush: error: passphrasesUnavailable: this build has no passphrases: it was built without libsodium
        sealedpush: hint: a sealedpush that is built without the trait SwiftCrypto has passphrases

        """

    /// The form of a protected keyring, with a text that no key opens.
    private static let protected = #"""
        {"sealedpush":{"protection":"argon2id-xchacha20poly1305","passes":1,"memory":8192,"salt":"AAAAAAAAAAAAAAAAAAAAAA"},"keyring":"AAAA"}
        """#

    @Test("a keyring is not protected", arguments: ["", "--new-passphrase-file word"])
    func protecting(option: String) throws {
        let folder = try Folder()
        let before = try folder.read("keys/bank.jwks")
        let run = try folder.run("(umask 077; echo word > word); setsid --wait sealedpush keys protect bank \(option)")
        #expect(run.exitCode == 1)
        #expect(run.output == "" && run.errors == Self.errors)
        #expect(try folder.read("keys/bank.jwks") == before)
    }

    @Test(
        "a protected keyring is not opened, and no passphrase is asked for", arguments: ["", "--passphrase-file word"])
    func opening(option: String) throws {
        let folder = try Folder()
        try folder.write(Self.protected, to: "bank.jwks")
        let run = try folder.run(
            """
            (umask 077; echo word > word; cat bank.jwks > keys/bank.jwks)
            setsid --wait sealedpush keys rotate bank \(option)
            """)
        #expect(run.exitCode == 1)
        #expect(run.output == "" && run.errors == Self.errors)
    }
}
