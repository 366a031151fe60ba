import KeyManagement
import Testing

/// Nothing waits for ever without saying so.
@Suite("waiting")
struct WaitingTests {
    private let folder: Folder

    init() async throws {
        folder = try await Folder()
        try folder.write(Payloads.payment, to: "payment.json")
    }

    @Test("A10: a pipe in a folder is not waited for, and is reported as not read")
    func pipeInFolder() async throws {
        let run = try await folder.run(
            """
            mkdir -p all/deep; cp payment.json all; mkfifo all/x.json; mkfifo pipe; ln -s ../../pipe all/deep/y.json
            ln -s /dev/zero all/z.json; timeout 20 sealedpush roundtrip --law restoredExactly --suite shared all
            """)
        #expect(run.exitCode == 1)
        for path in ["all/x.json", "all/deep/y.json", "all/z.json"] {
            #expect(run.output.contains("\nunreadable \(path) cannot be read: it is not a regular file\n"))
        }
        #expect(run.output.contains("3 files were not read, every law held for the others: 1 laws"), "\(run.output)")
        #expect(!run.output.contains("Every law held"))
    }

    @Test(
        "A10: a pipe that was named is waited for, which a hint says after a second",
        arguments: [
            "sealedpush seal --to phone pipe", "sealedpush inspect pipe", "sealedpush seal --lines pipe",
            "sealedpush roundtrip --law restoredExactly --suite shared pipe",
            "sealedpush keys import new pipe --role device",
        ])
    func namedPipe(command: String) async throws {
        let run = try await folder.run(
            "mkfifo pipe; (sleep 3; cat payment.json > pipe) & timeout 20 \(command); code=$?; wait; exit $code")
        #expect(run.exitCode != 124)
        #expect(run.errors.hasPrefix("sealedpush: hint: waiting for another process to write to pipe\n"))
    }

    @Test(
        "A10: a pipe with a passphrase is waited for, which a hint says after a second",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
    func passphrasePipe() async throws {
        let run = try await folder.run(
            """
            set -e; mkfifo -m 600 pipe; (sleep 3; echo s3cret > pipe) &
            timeout 30 sealedpush keys protect phone --new-passphrase-file pipe; wait
            """)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.errors.hasPrefix("sealedpush: hint: waiting for another process to write to pipe\n"))
    }

    @Test("A10: a lock that another process holds is waited for, which a hint says after a second")
    func heldLock() async throws {
        let run = try await folder.run(
            "touch keys/.lock; flock keys/.lock sleep 4 & sleep 0.5; timeout 30 sealedpush keys rotate phone; code=$?; wait; exit $code"
        )
        #expect(run.exitCode == 0)
        #expect(
            run.errors
                == "sealedpush: hint: waiting for another process to release keys/.lock, 60 seconds at most\n")
    }

    @Test(
        "without a terminal for a passphrase, the hint names the option",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"),
        arguments: ["keys protect phone", "keys protect bank"])
    func noTerminal(command: String) async throws {
        let run = try await folder.run("setsid --wait sealedpush \(command)")
        #expect(run.exitCode == 1)
        #expect(run.errors.contains("sealedpush: error: noTerminal: "))
        #expect(run.errors.contains("--new-passphrase-file FILE"))
    }

    @Test("a key is pasted after a hint, without echo", arguments: ["", "-", "/dev/tty", "/dev/stdin"])
    func pastedKey(input: String) async throws {
        let key = try await folder.run("sealedpush keys export bank --secret --form jwk").output
        #expect(key.contains("\"d\""))
        let run = try await folder.runOnTerminal(
            "sealedpush keys import copy \(input) --role provider",
            typing: [("Ctrl-D", key.filter { $0 != "\n" } + "\n\u{4}")],
            errorsApart: false, echoes: true)
        #expect(run.exitCode == 0, "\(run.output)")
        #expect(run.output.hasPrefix("sealedpush: hint: reading from the terminal, which does not show it; Ctrl-D "))
        #expect(!run.output.contains("\"d\""))
        #expect(run.echoes == true)
        #expect(try await folder.run("sealedpush keys show copy --json").exitCode == 0)
    }

    @Test("a message of the argument parser has no escape for its line breaks")
    func parserLines() async throws {
        let run = try await folder.run("sealedpush --generate-completion-script frob")
        #expect(run.exitCode == 64)
        #expect(!run.errors.contains("\\u000a"))
        #expect(run.errors.contains(" with one of: zsh bash fish\n"))
    }
}
