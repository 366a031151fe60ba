import Testing

@Suite("output")
struct OutputTests {
    private let folder: Folder

    init() async throws {
        folder = try await Folder()
        try folder.write(Payloads.payment, to: "payment.json")
    }

    @Test("the output is the body alone, without a line feed")
    func exactBytes() async throws {
        let run = try await folder.run("sealedpush seal --to phone payment.json | tee sealed.json | tail -c 2")
        #expect(run.output == "\"}")
        #expect(try await folder.run("sealedpush open --with phone sealed.json").output == Payloads.payment)
        #expect(try await folder.run("sealedpush open --with phone sealed.json -o -").output == Payloads.payment)
    }

    @Test("-o writes the same bytes, and nothing else")
    func file() async throws {
        let run = try await folder.run(
            "umask 022; sealedpush seal --to phone payment.json -o s && sealedpush open --with phone s --output o")
        #expect(run.exitCode == 0)
        #expect(run.output + run.errors == "")
        #expect(try folder.text("o") == Payloads.payment)
        #expect(folder.files == ["o", "payment.json", "s"])
    }

    @Test("an opened payload is written for its owner only, a sealed push with the umask's mode")
    func permissions() async throws {
        _ = try await folder.run(
            "umask 027; sealedpush seal --to phone payment.json -o s; sealedpush open --with phone s -o o")
        #expect(folder.mode("s") == 0o640)
        #expect(folder.mode("o") == 0o600)
        _ = try await folder.run("umask 022; sealedpush deliver --with phone s -o d; sealedpush inspect s -o i")
        #expect(folder.mode("d") == 0o600)
        #expect(folder.mode("i") == 0o644)
    }

    @Test("an existing file is replaced atomically, keeps its permissions, and a link stays a link")
    func replacing() async throws {
        let run = try await folder.run(
            """
            set -e
            printf 'something longer than what comes, %01000d' 0 > old; chmod 604 old; ln -s old link
            sealedpush seal --to phone payment.json -o s
            sealedpush open --with phone s -o link
            test -L link
            """)
        #expect(run.exitCode == 0)
        #expect(try folder.text("old") == Payloads.payment)
        #expect(folder.mode("old") == 0o604)
        #expect(folder.files == ["link", "old", "payment.json", "s"])
    }

    @Test(
        "the input is never overwritten under any name",
        arguments: [
            "payment.json -o payment.json", "payment.json -o ./payment.json", "payment.json -o hard",
            "payment.json -o soft", "-o payment.json < payment.json", "hard -o payment.json",
        ])
    func overInput(arguments: String) async throws {
        _ = try await folder.run("ln payment.json hard; ln -s payment.json soft")
        let run = try await folder.run("sealedpush seal --to phone \(arguments)")
        #expect(run.exitCode == 1)
        #expect(run.errors.hasSuffix(" is the input itself and is not overwritten\n"))
        #expect(try folder.text("payment.json") == Payloads.payment)
        #expect(folder.files == ["hard", "payment.json", "soft"])
    }

    @Test(
        "an output that cannot be written is an error with its cause, and no file remains",
        arguments: [
            ("keys", "it is a folder"), ("missing/out", "no such file or directory"),
            ("payment.json/out", "not a directory"), ("nowhere", "it is a link to nothing"),
            ("/dev/full", "no space left on device"),
        ])
    func unwritable(path: String, reason: String) async throws {
        _ = try await folder.run("ln -s nothing nowhere")
        let run = try await folder.run("sealedpush seal --to phone payment.json -o \(path)")
        #expect(run.exitCode == 1)
        #expect(run.errors == "sealedpush: error: \(path) cannot be written: \(reason)\n")
        #expect(folder.files == ["nowhere", "payment.json"])
    }

    @Test("a limit on file sizes is an error, and the beginning of the file is removed")
    func fileSizeLimit() async throws {
        let run = try await folder.run("(ulimit -f 0; sealedpush seal --to phone payment.json -o out) 2>&1 | cat")
        #expect(run.output == "sealedpush: error: out cannot be written: file too large\n")
        #expect(folder.files == ["payment.json"])
    }

    @Test("a device is written to, not replaced")
    func device() async throws {
        let run = try await folder.run("sealedpush seal --to phone payment.json -o /dev/null && test -c /dev/null")
        #expect(run.exitCode == 0)
        let pipe = try await folder.run(
            "mkfifo pipe; cat pipe & sealedpush seal --to phone payment.json -o pipe; wait; test -p pipe")
        #expect(pipe.exitCode == 0)
        #expect(pipe.output.hasPrefix(#"{"aps":"#))
    }

    @Test(
        "a full disk behind standard output is an error",
        arguments: [
            "seal --to phone payment.json", "open --with phone s", "deliver --with phone s", "inspect s", "keys list",
            "keys show phone", "keys show phone --json", "--help", "--version",
        ])
    func fullDisk(command: String) async throws {
        let run = try await folder.run(
            "sealedpush seal --to phone payment.json -o s; sealedpush \(command) > /dev/full")
        #expect(run.exitCode == 1)
        #expect(run.errors == "sealedpush: error: standard output cannot be written: no space left on device\n")
    }

    @Test("a closed standard output is an error, and no file is written instead")
    func closed() async throws {
        let run = try await folder.run("sealedpush seal --to phone payment.json >&-")
        #expect(run.exitCode == 1)
        #expect(run.errors == "sealedpush: error: standard output cannot be written: bad file descriptor\n")
        #expect(try folder.text("payment.json") == Payloads.payment)
    }

    @Test("with standard error closed, messages are not written to a file")
    func closedErrors() async throws {
        let run = try await folder.run(
            "sealedpush seal --to phone --from bank --keys \(Tool.project)/keys payment.json -o out 2>&-; tail -c 2 out"
        )
        #expect(run.output == "\"}")
        #expect(try folder.text("payment.json") == Payloads.payment)
    }

    @Test(
        "a reader that closes the pipe ends the tool quietly", arguments: ["", "trap '' PIPE; "],
        ["seal --to phone", "deliver --with phone"])
    func closedPipe(preparation: String, command: String) async throws {
        let run = try await folder.run(
            """
            \(preparation)
            { sleep 0.3; cat payment.json; } | sealedpush \(command) | true
            echo ${PIPESTATUS[1]}
            """)
        #expect(run.output == "141\n")
        #expect(run.errors == "")
    }

    @Test("a key file is never overwritten", arguments: ["keys/phone.jwks", "keys/phone.pub.jwks"])
    func keyFile(path: String) async throws {
        let before = try folder.read(path)
        let run = try await folder.run("sealedpush seal payment.json --to phone -o \(path)")
        #expect(run.exitCode == 1)
        #expect(run.errors == "sealedpush: error: \(path) is a key file and is never overwritten\n")
        #expect(try folder.read(path) == before)
    }

    @Test(
        "-o with the name of an open file writes at its current offset",
        arguments: ["/dev/stdout", "/dev/fd/1", "/dev/fd/3"])
    func openFile(name: String) async throws {
        let run = try await folder.run(
            "(echo before; sealedpush seal --to phone payment.json -o \(name) 3>&1; echo; echo after) > all; cat all")
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.first == "before")
        #expect(lines.last == "after")
    }
}
