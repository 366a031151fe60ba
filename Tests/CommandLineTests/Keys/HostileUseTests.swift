import Glibc
import KeyManagement
import TestSupport
import Testing

@testable import sealedpush

/// What an attacker found in the commands for keys, and what they say about it now.
@Suite("keys in hostile use")
struct HostileUseTests {
    private let folder: Folder

    init() async throws { folder = try await Folder() }

    @Test("A5: a public file is not revoked apart from its secret half, and a rotation takes nothing back")
    func revokePublicFile() async throws {
        let id = "$(sealedpush keys show bank --json | sed 's/.*\"primary\":\"\\([0-9a-f]*\\)\".*/\\1/')"
        let run = try await folder.run("sha256sum keys/* > sums; sealedpush keys revoke ./keys/bank.pub.jwks \(id)")
        #expect(run.exitCode == 1)
        #expect(
            run.errors == """
                sealedpush: error: wrongHalf: ./keys/bank.pub.jwks is the public half of ./keys/bank.jwks; \
                change that keyring, and both files change
                sealedpush: hint: the file with the secret is NAME.jwks, the one for the other side NAME.pub.jwks

                """)
        #expect(try await folder.run("sha256sum --quiet -c sums").exitCode == 0)
        let both = try await folder.run(
            """
            set -e; id=\(id)
            sealedpush keys revoke ./keys/bank.jwks $id > shown; sealedpush keys rotate bank > shown
            sealedpush keys show ./keys/bank.pub.jwks
            """)
        #expect(both.output.contains("  state       revoked\n") && !both.output.contains("retiring"))
    }

    @Test("A11: a secret does not go to a file that others can read", arguments: ["022", "037", "057"])
    func exportToFile(mask: String) async throws {
        let run = try await folder.run(
            "umask \(mask); sealedpush keys export bank --secret > f; code=$?; cat f; exit $code")
        #expect(run.exitCode == 1)
        #expect(run.output == "")
        #expect(run.errors.contains("sealedpush: error: standard output is a file of mode 06"))
        #expect(run.errors.hasSuffix("sealedpush: hint: -o FILE writes it to a new file for its owner only\n"))
    }

    @Test("A11: a secret is written to its owner's file and to a pipe")
    func exportToOwnFile() async throws {
        let run = try await folder.run(
            "umask 077; sealedpush keys export bank --secret > f && sealedpush keys export bank --secret | cmp - f")
        #expect(run.exitCode == 0)
        #expect(try folder.text("f").contains(#""d":""#))
    }

    /// A public key whose thumbprint begins with one dash or two, found by Python's hashlib.
    static let dashes = [
        ("TgdAhWK-24tgzgXB3s_jrRa3IjCWfeAfZAt-Rym0n84", "-C-MFTJovQBh9sdcCWfSuDt6H80YAI8hTcH8k17cTiE"),
        ("rOCiGX8pSTmL89LLtN_r9QK-QaB60qslrmPD5BNgLJg", "--5vII-A1CoBDylUrmAn51kbP_VsNzXhHN5bXOoFrHs"),
    ]

    @Test(
        "a thumbprint that begins with a dash names its key behind --", arguments: dashes,
        ["revoke them -- T", "revoke --json them -- T", "retire them --grace 1d -- T", "export -- them T"])
    func dash(key: (x: String, thumbprint: String), command: String) async throws {
        try folder.write(#"{"kty":"OKP","crv":"X25519","x":"\#(key.x)"}"#, to: "key.json")
        let run = try await folder.run(
            """
            sealedpush keys import them key.json --role provider > shown
            sealedpush keys \(command.replacing("T", with: key.thumbprint))
            """)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.contains(command.hasPrefix("export") ? key.x : key.thumbprint))
    }

    @Test("A16: describing 16 times as many keys takes at most 100 times the work")
    func describing() throws {
        func steps(_ count: Int) throws -> Int {
            var keyring = Keyring.forPublicKeys(name: "them", role: .provider)
            keyring.keys = try (0..<count).map { number in
                var bytes = [UInt8](repeating: 9, count: 32)
                (bytes[0], bytes[1]) = (UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8))
                return Key(
                    .provider, .publicHalf(try ProviderPublicKey(rawRepresentation: bytes).point), state: .active,
                    created: 0)
            }
            let report = KeyringReport(keyring: keyring, style: Style(isOn: false))
            var least = Int.max
            for _ in 0..<5 {
                let start = Self.processorTime
                let lines = report.lines
                least = min(least, Self.processorTime - start)
                #expect(lines.count > count)
            }
            return least
        }
        let (few, many) = (try steps(400), try steps(6400))
        // Work in proportion takes 16 times as long, quadratic work 256 times.
        #expect(many < 100 * few, "\(few) and \(many) microseconds of the processor's time")
    }

    private static var processorTime: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
    }

    @Test(
        "an error about a name, file or key names the expected value",
        arguments: [
            (
                "keys generate x.pub --role device",
                "invalidName: a keyring's name ends neither in .pub nor in .log, the endings of its other files", nil
            ),
            (
                "keys show ./keys/bank.pub.jwks",
                "writableByEveryone: ./keys/bank.pub.jwks has mode 0666, so that everyone can change it; "
                    + "say chmod o-w ./keys/bank.pub.jwks",
                "if others may have changed it, compare its keys with their owner's"
            ),
            (
                "keys rotate pair", "noTerminal: there is no terminal to ask for a passphrase on",
                "--passphrase-file FILE reads the passphrase from a file"
            ),
            (
                "keys protect bank", "noTerminal: there is no terminal to ask for a passphrase on",
                "--new-passphrase-file FILE reads the new passphrase from a file"
            ),
            (
                "keys show ./kid.jwks",
                "malformed: key 0 in keyring kid has another \"kid\" than its thumbprint; "
                    + "expected -C-MFTJovQBh9sdcCWfSuDt6H80YAI8hTcH8k17cTiE, or no \"kid\"", nil
            ),
        ].filter { Passphrase.isSupported || !$0.1.hasPrefix("noTerminal") } as [(String, String, String?)])
    func told(command: String, error: String, hint: String?) async throws {
        let life = #""sealedpush":{"role":"provider","state":"active"}"#
        try folder.write(
            #"{"keys":[{"kty":"OKP","crv":"X25519","x":"\#(Self.dashes[0].0)","kid":"1",\#(life)}]}"#, to: "kid.jwks")
        _ = try await folder.run(
            """
            chmod 666 keys/bank.pub.jwks; (umask 077; echo word > word)
            sealedpush keys protect pair --new-passphrase-file word
            """)
        let run = try await folder.run("sealedpush \(command)")
        #expect(run.exitCode == 1)
        let hints = hint.map { "sealedpush: hint: \($0)\n" } ?? ""
        #expect(run.errors == "sealedpush: error: \(error)\n\(hints)")
    }

    @Test("an import and a challenge create their output folder")
    func newFolder() async throws {
        let run = try await folder.run(
            """
            set -e
            sealedpush keys import them keys/bank.pub.jwks --role provider --keys new > shown
            sealedpush keys offer phone | sealedpush keys challenge jane --keys newer > challenge
            ls new newer
            """)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output == "new:\nthem.log\nthem.pub.jwks\n\nnewer:\njane.log\njane.pub.jwks\n")
    }
}
