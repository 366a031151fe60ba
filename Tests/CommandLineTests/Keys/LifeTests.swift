import KeyManagement
import Testing

@Suite("keys rotate, retire, revoke, export, import, protect, offer, challenge, answer and confirm")
struct LifeTests {
    @Test("a push sealed before a rotation still opens, and is refused once its key is revoked")
    func rotation() throws {
        let folder = try Folder()
        let run = try folder.run(
            """
            set -e
            printf '{"aps":{"alert":"hello"}}' | sealedpush seal --to phone > sealed.json
            id=$(sealedpush keys show phone --json | sed 's/.*"id":"\\([0-9a-f]*\\)".*/\\1/')
            sealedpush keys rotate phone --grace 1h > shown
            sealedpush open --with phone sealed.json > opened
            sealedpush keys revoke phone $id > shown
            sealedpush open --with phone sealed.json
            """)
        #expect(run.exitCode == 1)
        #expect(run.output == "")
        #expect(run.errors.contains("sealedpush: error: revokedKey: "))
        #expect(try folder.text("opened").contains("hello"))
        let shown = try folder.text("shown")
        #expect(shown.contains("2 keys") && shown.contains("revoked") && shown.contains("active"))
    }

    @Test("every change is in the log, without secrets")
    func log() throws {
        let folder = try Folder(withKeys: false)
        let run = try folder.run(
            """
            sealedpush keys generate pair --role shared > /dev/null
            sealedpush keys rotate pair > /dev/null
            secret=$(sed -n 's/.*"k":"\\([^"]*\\)".*/\\1/p' keys/pair.jwks | head -1)
            test -n "$secret" && ! grep -q "$secret" keys/pair.log && cut -d'"' -f4,6 keys/pair.log
            """)
        #expect(run.exitCode == 0)
        #expect(run.output.split(separator: "\n").map { $0.prefix(while: { $0 != "\"" }) }.count == 5)
    }

    @Test("the complete enrolment works over pipes, and each message is accepted once")
    func enrolment() throws {
        let folder = try Folder()
        let run = try folder.run(
            """
            set -e
            sealedpush keys offer phone --keys keys | sealedpush keys challenge jane --from bank --topic t > challenge
            sealedpush keys answer phone --from bank --topic t challenge > answer
            sealedpush keys confirm jane answer > confirmed
            sealedpush keys confirm jane answer
            """)
        #expect(run.exitCode == 1)
        #expect(run.errors.contains("noChallenge"))
        #expect(try folder.text("confirmed").contains("active"))
    }

    @Test("a secret is exported to a new file of its owner, never to an existing file")
    func export() throws {
        let folder = try Folder()
        let run = try folder.run("sealedpush keys export bank --secret --form pem -o bank.pem")
        #expect(run.exitCode == 0 && run.output == "")
        #expect(folder.mode("bank.pem") == 0o600)
        #expect(try folder.text("bank.pem").hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        let again = try folder.run("sealedpush keys export phone --secret -o bank.pem")
        #expect(again.exitCode == 1 && again.errors.contains("alreadyExists"))
        let publicHalf = try folder.run("sealedpush keys export bank --form pem")
        #expect(publicHalf.output.hasPrefix("-----BEGIN PUBLIC KEY-----\n"))
        let imported = try folder.run("sealedpush keys import copy bank.pem --role provider --json")
        #expect(imported.exitCode == 0 && imported.output.contains("\"half\":\"secret\""))
    }

    @Test(
        "a passphrase protects, is requested, and can be removed",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
    func passphrase() throws {
        let folder = try Folder()
        let run = try folder.run(
            """
            set -e
            umask 077; echo 'correct horse' > pass; echo 'battery' > other
            sealedpush keys protect bank --new-passphrase-file pass
            ! grep -q '"OKP"' keys/bank.jwks
            sealedpush keys list > listed
            sealedpush keys rotate bank --passphrase-file pass > /dev/null
            sealedpush keys protect bank --remove --passphrase-file pass
            sealedpush keys show bank > shown
            sealedpush keys protect bank --new-passphrase-file pass
            sealedpush keys show bank --passphrase-file other
            """)
        #expect(run.exitCode == 1)
        #expect(run.errors.contains("wrongPassphrase"))
        #expect(try folder.text("listed").contains("bank   provider  protected"))
        #expect(try folder.text("shown").contains("2 keys"))
        let silent = try folder.run("sealedpush keys show bank")
        #expect(silent.exitCode == 1 && silent.errors.contains("noTerminal"))
    }

    @Test(
        "wrong usage is reported",
        arguments: ["retire phone", "retire phone x --erase-ended", "rotate phone --grace 7"])
    func usage(arguments: String) throws {
        let run = try Folder().run("sealedpush keys \(arguments)")
        #expect(run.exitCode == 64)
    }
}
