import Testing

@testable import sealedpush

@Suite("completion")
struct CompletionTests {
    /// What the shells' scripts run for the value of `--to`, after a line that ends in a space.
    private func complete(_ line: String, in folder: Folder, before: String = "") async throws -> Run {
        try await folder.run("\(before)sealedpush ---completion seal -- --to 3 0 sealedpush seal \(line) --to ''")
    }

    @Test("the names of keyrings are offered, and no other files")
    func names() async throws {
        let folder = try await Folder(withKeys: false)
        _ = try await folder.run(
            "mkdir keys && cd keys && touch bank.jwks bank.pub.jwks phone.pub.jwks phone.log .lock notes.txt")
        let run = try await complete("", in: folder)
        #expect(run.exitCode == 0)
        #expect(run.output == "bank\nphone\n")
    }

    @Test(
        "the folder is that of the last --keys, as the shells hand it over, else that of the environment",
        arguments: [
            ("--keys other", ""), ("--keys=other", ""), ("--keys = other", ""), ("--keys keys --keys other", ""),
            (#"--keys "'other'""#, ""), (#"--keys '"oth"er'"#, ""), (#"--keys 'oth\er'"#, ""), ("--keys '~/other'", ""),
            ("", "SEALEDPUSH_KEYS=other "),
        ])
    func folder(line: String, environment: String) async throws {
        let folder = try await Folder(withKeys: false)
        _ = try await folder.run("mkdir keys other && touch keys/bank.jwks other/phone.jwks")
        #expect(try await complete(line, in: folder, before: "HOME=$PWD \(environment)").output == "phone\n")
    }

    @Test("names that a shell would interpret are not offered")
    func hostileNames() async throws {
        let folder = try await Folder(withKeys: false)
        _ = try await folder.run(
            #"mkdir keys && touch 'keys/$(touch pwned).jwks' 'keys/`id`.jwks' 'keys/a b.jwks' 'keys/-x.jwks' "keys/"$'\xff.jwks' keys/ok.jwks"#
        )
        #expect(try await complete("", in: folder).output == "ok\n")
    }

    @Test(
        "a folder that cannot be listed gives no completion and no message",
        arguments: ["--keys none", "--keys", "--keys file", "--keys '$(touch pwned)'", #"--keys $'\xff'"#])
    func unreadable(line: String) async throws {
        let folder = try await Folder(withKeys: false)
        _ = try await folder.run("touch file")
        let run = try await complete(line, in: folder)
        #expect(run.exitCode == 0)
        #expect(run.output == "\n" || run.output == "")
        #expect(run.errors == "")
        #expect(try await folder.run("ls").output == "file\n")
    }

    @Test(
        "a request that no script of this version makes gives no message",
        arguments: ["", "seal", "seal -- --former 1 0 x", "seal -- --to"])
    func unknownRequest(request: String) async throws {
        let run = try await Folder(withKeys: false).run("sealedpush ---completion \(request)")
        #expect(run.exitCode == 1)
        #expect(run.output + run.errors == "")
    }

    @Test("quotes and backslashes of a word are removed, and nothing is expanded")
    func unquoting() {
        #expect(ShellWords.unquoted(#"a\ b"#) == "a b")
        #expect(ShellWords.unquoted(#"'a "b\'"#) == #"a "b\"#)
        #expect(ShellWords.unquoted(#""a 'b\"""#) == #"a 'b""#)
        #expect(ShellWords.unquoted("$HOME/`x`") == "$HOME/`x`")
        #expect(ShellWords.unquoted("'~/keys'") == "~/keys")
    }
}
