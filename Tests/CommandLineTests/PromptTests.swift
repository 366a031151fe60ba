import Glibc
import KeyManagement
import TestSupport
import Testing

@testable import sealedpush

/// The echo of the terminal while a passphrase is asked for; a process has one silent terminal at a time.
@Suite(
    "the question for a passphrase", .serialized, .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
struct PromptTests {
    private let folder: Folder

    init() async throws { folder = try await Folder() }

    private static let endingSignals = [
        SIGHUP, SIGINT, SIGQUIT, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF, SIGIO, SIGPIPE,
    ]

    @Test("a signal ends the command by that signal, with the echo on again", arguments: endingSignals)
    func signals(number: Int32) async throws {
        let before = try folder.read("keys/phone.jwks")
        let run = try await folder.runOnTerminal(
            "ulimit -c 0; exec sealedpush keys protect phone", signals: [("New passphrase: ", number)],
            errorsApart: false, echoes: true)
        #expect(run.exitCode == 128 + number)
        #expect(run.echoes == true)
        #expect(try folder.read("keys/phone.jwks") == before)
    }

    @Test(
        "Ctrl-C and Ctrl-\\ end every command by their signal, with the echo on again",
        arguments: [
            "keys show safe", "keys rotate safe", "keys export safe --secret", "keys protect safe",
            "seal --to phone --from safe payment.json", "keys offer safe",
        ], [("\u{3}", 130), ("\u{1C}", 131)] as [(text: String, exitCode: Int32)])
    func typed(command: String, key: (text: String, exitCode: Int32)) async throws {
        try folder.write(Payloads.payment, to: "payment.json")
        #expect(try await folder.run(Self.protect).exitCode == 0)
        let run = try await folder.runOnTerminal(
            "ulimit -c 0; exec sealedpush \(command)", typing: [("keyring safe: ", "s3c" + key.text)],
            errorsApart: false, echoes: true)
        #expect(run.exitCode == key.exitCode, "\(run.output)")
        #expect(run.echoes == true)
        #expect(!run.output.contains("s3c"))
    }

    /// Makes the provider's keyring `safe`, whose passphrase is "s3cret".
    private static let protect = """
        set -e; umask 077; printf s3cret > passphrase
        sealedpush keys generate safe --role provider > made
        sealedpush keys protect safe --new-passphrase-file passphrase
        """

    @Test("a new passphrase is asked for twice without echo, and the echo is restored")
    func asking() async throws {
        let terminal = try PseudoTerminal()
        terminal.type("s3cret\ns3cret\n")
        let passphrase = try await onOwnThread { try PassphrasePrompt(path: terminal.path).askForNew("New: ") }
        #expect(passphrase.matches(try Passphrase(copying: Array("s3cret".utf8).span)))
        let shown = terminal.shown()
        #expect(shown.contains("New: ") && shown.contains("The same again: ") && !shown.contains("s3cret"))
        #expect(terminal.echoes)
    }

    @Test("two different passphrases and an empty one are refused, and the echo is restored")
    func different() async throws {
        let terminal = try PseudoTerminal()
        terminal.type("one\ntwo\n")
        await #expect(throws: KeyError(.wrongPassphrase, "")) {
            try await onOwnThread { try PassphrasePrompt(path: terminal.path).askForNew("New: ") }
        }
        #expect(terminal.echoes)
        terminal.type("\n")
        await #expect(throws: KeyError(.wrongPassphrase, "")) {
            try await onOwnThread { try PassphrasePrompt(path: terminal.path).ask("Passphrase: ") }
        }
        #expect(terminal.echoes)
    }

    @Test("a file that is no terminal is not asked", arguments: ["/dev/null", "/none"])
    func noTerminal(path: String) {
        #expect(throws: KeyError(.noTerminal, "")) { try PassphrasePrompt(path: path).ask("Passphrase: ") }
    }
}
