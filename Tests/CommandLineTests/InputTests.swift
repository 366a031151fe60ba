import Testing

@Suite("input")
struct InputTests {
    private let folder: Folder

    init() async throws {
        folder = try await Folder()
        try folder.write(Payloads.payment, to: "payment.json")
    }

    @Test(
        "a path, a dash and standard input read the same payload",
        arguments: [
            "payment.json", "- < payment.json", "< payment.json", "<(cat payment.json)", "/dev/stdin < payment.json",
        ])
    func sources(source: String) async throws {
        let run = try await folder.run("sealedpush seal --to phone \(source) | sealedpush open --with phone")
        #expect(run.exitCode == 0)
        #expect(run.output == Payloads.payment)
    }

    @Test("input that comes in pieces is read to its end")
    func pieces() async throws {
        let run = try await folder.run(
            """
            { head -c 20 payment.json; sleep 0.1; tail -c +21 payment.json; } |
                sealedpush seal --to phone | sealedpush open --with phone
            """)
        #expect(run.output == Payloads.payment)
    }

    @Test(
        "empty input has a message of its own",
        arguments: ["seal --to phone", "open --with phone", "deliver --with phone", "inspect"])
    func empty(command: String) async throws {
        let run = try await folder.run("sealedpush \(command) < /dev/null; : > empty; sealedpush \(command) empty")
        #expect(run.exitCode == 1)
        #expect(run.output == "")
        #expect(
            run.errors == """
                sealedpush: error: standard input is empty
                sealedpush: hint: a payload is a JSON dictionary, such as {"aps":{}}
                sealedpush: error: empty is empty
                sealedpush: hint: a payload is a JSON dictionary, such as {"aps":{}}

                """)
    }

    @Test(
        "endless input is refused after a bounded read", arguments: ["seal --to phone", "open --with phone", "inspect"])
    func endless(command: String) async throws {
        let run = try await folder.run("sealedpush \(command) /dev/zero")
        #expect(run.exitCode == 1)
        #expect(
            run.errors == "sealedpush: error: /dev/zero has more than 1048576 bytes; no payload is that large\n")
    }

    @Test("reading stops at the first byte above the limit")
    func bound() async throws {
        // Whoever writes keeps the pipe open for a minute, longer than the test would wait.
        let run = try await folder.run(
            """
            mkfifo pipe; { head -c 1048577 /dev/zero; exec sleep 60; } > pipe & sealedpush inspect pipe
            code=$?; kill %1; exit $code
            """)
        #expect(run.exitCode == 1)
        #expect(run.errors == "sealedpush: error: pipe has more than 1048576 bytes; no payload is that large\n")
        let largest = try await folder.run("head -c 1048576 /dev/zero | sealedpush inspect")
        #expect(largest.errors.hasPrefix("sealedpush: error: standard input is no payload: tooLong: "))
    }

    @Test("a payload far above every limit, but readable, is refused by the JSON reader")
    func large() async throws {
        let text = String(repeating: "a", count: 70_000)
        try folder.write(#"{"aps":{"alert":"\#(text)"}}"#, to: "large.json")
        let run = try await folder.run("sealedpush seal --to phone large.json")
        #expect(run.exitCode == 1)
        #expect(run.errors.hasPrefix("sealedpush: error: large.json is no payload: tooLong: "))
    }

    @Test(
        "an unreadable input is an error with its cause",
        arguments: [("missing.json", "no such file or directory"), (".", "is a directory")])
    func unreadable(path: String, reason: String) async throws {
        let run = try await folder.run("sealedpush seal --to phone \(path)")
        #expect(run.exitCode == 1)
        #expect(run.errors == "sealedpush: error: \(path) cannot be read: \(reason)\n")
    }

    @Test("a payload that is not UTF-8 is refused")
    func invalidUTF8() async throws {
        let run = try await folder.run(#"printf '{"aps":{"alert":"\377"}}' | sealedpush seal --to phone"#)
        #expect(run.exitCode == 1)
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("sealedpush: error: standard input is no payload: invalidUTF8: "))
    }

    @Test("an argument that is not UTF-8 is wrong usage, and no other file is read for it")
    func invalidArgument() async throws {
        let run = try await folder.run(
            #"cp payment.json $'\357\277\275.json'; sealedpush seal --to phone $'\377.json' -o $'out\377.json'"#)
        #expect(run.exitCode == 64)
        #expect(run.output == "")
        #expect(
            run.errors == """
                sealedpush: error: argument 4 is not UTF-8; a file with such a name can be passed as standard input
                sealedpush: hint: see 'sealedpush --help'

                """)
        #expect(folder.files == ["payment.json", "\u{FFFD}.json"])
    }

    @Test("a closed standard input is an error")
    func closed() async throws {
        let run = try await folder.run("sealedpush seal --to phone <&-")
        #expect(run.exitCode == 1)
        #expect(run.errors == "sealedpush: error: standard input cannot be read: bad file descriptor\n")
    }
}
