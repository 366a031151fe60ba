import Glibc
import KeyManagement
import Testing

/// What happens to the terminal while a passphrase is asked for.
@Suite("at the question for a passphrase", .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
struct PromptTests {
    private let folder: Folder

    init() async throws { folder = try await Folder() }

    /// ThreadSanitizer runs a handler of SIGPIPE at any instruction, also inside its own code, which then waits for itself.
    private static let endingSignals =
        [SIGHUP, SIGINT, SIGQUIT, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGVTALRM, SIGPROF, SIGIO]
        + (getenv("TSAN_OPTIONS") == nil ? [SIGPIPE] : [])

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

    @Test("Ctrl-Z stops with the echo on, and the prompt is shown again afterwards")
    func stopped() async throws {
        #expect(try await folder.run(Self.protect).exitCode == 0)
        let echo = "stty -a | grep -o -- '-\\?\\becho\\b'"
        let run = try await folder.runOnTerminal(
            "set -m; sealedpush keys show safe; echo \"status $?\"; \(echo); echo continued; fg; echo \"end $?\"",
            typing: [
                ("keyring safe: ", "s3c\u{1A}"),
                ("continued\nsealedpush keys show safe\ninput is not shown: ", "s3cret\n"),
            ], errorsApart: false, echoes: true)
        // SIGTSTP.
        #expect(run.output.contains("\nstatus 148\necho\ncontinued\n"), "\(run.output)")
        #expect(run.output.hasSuffix("\nend 0\n") && run.output.contains("provider"))
        #expect(!run.output.contains("s3c"))
        #expect(run.echoes == true)
    }
}
