import Testing

/// Inputs that a third attack found, on streams, bundles and terminals.
@Suite("The third attack")
struct ThirdAttackTests {
    private let folder: Folder
    private static let deliver = "timeout 10 sealedpush deliver --with phone s.json"

    init() async throws {
        folder = try await Folder()
        try folder.write(Payloads.payment, to: "payment.json")
    }

    @Test("T1: the content of a line cannot control the terminal, and the line stays the same JSON")
    func controls() async throws {
        try folder.write(
            #"{"to":"phone","id":"a\u009b31mb\u202ec\u007f","payload":{"aps":{"alert":"hi"}}}"# + "\n", to: "lines")
        let shown = try await folder.runOnTerminal("sealedpush seal --lines lines")
        #expect(shown.exitCode == 0, "\(shown.errors)")
        #expect(shown.output.contains(#""id":"a\u009b31mb\u202ec\u007f""#), "\(shown.output)")
        let piped = try await folder.run("sealedpush seal --lines lines | cat")
        #expect(piped.output.contains("\"id\":\"a\u{9b}31mb\u{202e}c\u{7f}\""))
    }

    @Test("T3: the file of a bundle that is examined is the file that is opened")
    func bundlePaths() async throws {
        let run = try await folder.run(
            """
            set -e; sealedpush seal --to phone payment.json -o s.json
            mkdir -p deep/inner deep/bb/en.lproj bb/en.lproj '~/en.lproj'
            ln -s deep/inner link; mkfifo deep/bb/en.lproj/Localizable.strings
            echo '"a" = "b";' | tee bb/en.lproj/Localizable.strings > '~/en.lproj/Localizable.strings'
            \(Self.deliver) --bundle '~' --languages en > /dev/null; ln -s bb other
            \(Self.deliver) --bundle deep/../other --languages en > /dev/null
            \(Self.deliver) --bundle link/../bb --languages en
            """)
        #expect(run.exitCode == 1)
        #expect(run.errors.contains("en.lproj/Localizable.strings is not a regular file"), "\(run.errors)")
    }

    @Test("T4: a language name in a catalog does not lead out of the bundle")
    func catalogLanguage() async throws {
        try folder.write(#"{"aps":{"alert":{"loc-key":"A"},"mutable-content":1}}"#, to: "plain.json")
        let run = try await folder.run(
            #"""
            mkdir -p bundle outside.lproj; echo '"A" = "FROM OUTSIDE";' > outside.lproj/Localizable.strings
            echo '{"sourceLanguage":"../outside","strings":{"B":{}}}' > bundle/Localizable.xcstrings
            sealedpush deliver --with phone plain.json --bundle bundle --languages fr --json
            """#)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(!run.output.contains("OUTSIDE"))
    }

    @Test("T5: a pipe that does not block is waited for, in both directions")
    func nonBlockingPipes() async throws {
        try folder.write(
            """
            import fcntl, os, subprocess, time
            def pipe(end):
                ends = os.pipe()
                fcntl.fcntl(ends[end], fcntl.F_SETFL, fcntl.fcntl(ends[end], fcntl.F_GETFL) | os.O_NONBLOCK)
                return ends
            source, feed = pipe(0)
            drain, sink = pipe(1)
            command = ["sealedpush", "seal", "--lines", "--to", "phone"]
            tool = subprocess.Popen(command, stdin=source, stdout=sink)
            os.close(source), os.close(sink)
            time.sleep(0.5)
            line = b'{"payload":{"aps":{"alert":"' + b"x" * 1000 + b'"}}}\\n'
            for _ in range(50): os.write(feed, line)
            os.close(feed)
            time.sleep(1)
            with open(drain, "rb") as answers: read = answers.read()
            print(tool.wait(), read.count(b'"body"'), read.endswith(b"\\n"))
            """, to: "pipes.py")
        let run = try await folder.run("timeout 60 python3 pipes.py")
        #expect(run.output == "0 50 True\n", "\(run.errors)")
    }

    @Test(
        "T6: a part of a bundle that exists and cannot be read is an error",
        arguments: [
            (
                "mkdir -p bundle/en.lproj; ln -s loop bundle/en.lproj/loop; ln -s loop bundle/en.lproj/Localizable.strings",
                "a link of the bundle leads to itself"
            ),
            ("mkdir bundle; echo garbage > bundle/Info.plist", "Info.plist"),
            ("mkdir -p bundle/Info.plist", "Info.plist is not a regular file"),
        ])
    func unreadableBundle(make: String, reason: String) async throws {
        let run = try await folder.run(
            "\(make); sealedpush seal --to phone payment.json -o s.json; \(Self.deliver) --bundle bundle --languages en"
        )
        #expect(run.exitCode == 1)
        #expect(run.errors.contains(reason), "\(run.errors)")
    }
}
