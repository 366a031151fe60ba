import KeyManagement
import Testing

@Suite("keys remove")
struct RemovingTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    @Test("a keyring of public keys is removed, and its log stays and records it")
    func publicKeys() throws {
        let run = try folder.run(
            """
            sealedpush keys import jane keys/phone.pub.jwks --role device > shown
            sealedpush keys remove jane && ls keys | grep jane && tail -1 keys/jane.log
            """)
        #expect(run.exitCode == 0)
        #expect(run.errors == "sealedpush: hint: keyring jane is removed; its log stays\n")
        #expect(run.output.wholeMatch(of: /jane\.log\n\{"at":\d+,"action":"remove"\}\n/) != nil)
        #expect(try folder.run("sealedpush keys remove jane").errors.hasPrefix("sealedpush: error: notFound: "))
    }

    @Test("secrets are only removed by a flag, and then both halves", arguments: ["phone", "pair"])
    func secrets(name: String) throws {
        let refused = try folder.run("ls keys > before; sealedpush keys remove \(name); ls keys | diff before -")
        #expect(refused.output == "")
        #expect(
            refused.errors == """
                sealedpush: error: keyring \(name) holds secrets, which cannot be restored
                sealedpush: hint: --secret removes them as well

                """)
        #expect(try folder.run("sealedpush keys remove \(name)").exitCode == 1)
        let run = try folder.run("sealedpush keys remove \(name) --secret && ls keys | grep \(name)")
        #expect(run.output == "\(name).log\n")
    }

    @Test(
        "a protected keyring counts as one with secrets, and needs no passphrase to be removed",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
    func protected() throws {
        let run = try folder.run(
            """
            umask 077; echo pass > pass; sealedpush keys protect bank --new-passphrase-file pass
            sealedpush keys remove bank; sealedpush keys remove bank --secret; ls keys | grep bank
            """)
        #expect(run.errors.contains("keyring bank holds secrets"))
        #expect(run.output == "bank.log\n")
    }

    @Test("a broken keyring may hold secrets, and the hint says how to remove it")
    func broken() throws {
        let run = try folder.run("printf '{' > keys/phone.jwks; sealedpush keys remove phone")
        #expect(run.exitCode == 1)
        #expect(run.errors.hasSuffix("sealedpush: hint: --secret removes its files without reading them\n"))
        #expect(try folder.run("sealedpush keys remove phone --secret; ls keys | grep phone").output == "phone.log\n")
    }

    @Test("a path is no name, and nothing else is removed", arguments: ["./keys/phone.jwks", "../x", "keys/phone"])
    func path(name: String) throws {
        let run = try folder.run(
            "ls keys > before; sealedpush keys remove \(name) --secret; code=$?; ls keys | diff before - && exit $code")
        #expect(run.exitCode == 1)
        #expect(run.errors.hasPrefix("sealedpush: error: invalidName: "))
    }
}
