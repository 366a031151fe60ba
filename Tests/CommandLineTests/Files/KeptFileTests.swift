import KeyManagement
import Testing

@Suite("files that no output replaces")
struct KeptFileTests {
    private let folder: Folder

    init() async throws {
        folder = try await Folder()
        try folder.write(Payloads.payment, to: "payment.json")
    }

    /// A file that is to be kept: how it is made, the path that the output names, and what messages call it.
    struct KeptFile: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: String
        var path = "out.json"
        var name = "a key file"

        static let all = [
            KeptFile(testDescription: "a symbolic link to a keyring", make: "ln -s keys/phone.jwks out.json"),
            KeptFile(testDescription: "a link to a link", make: "ln -s keys/phone.jwks l; ln -s l out.json"),
            KeptFile(testDescription: "a hard link to a keyring", make: "ln keys/phone.jwks out.json"),
            KeptFile(testDescription: "a keyring behind a linked folder", make: "ln -s keys k", path: "k/phone.jwks"),
            KeptFile(testDescription: "a public file", make: "true", path: "keys/phone.pub.jwks"),
            KeptFile(testDescription: "a link to a public file", make: "ln -s keys/phone.pub.jwks out.json"),
            KeptFile(testDescription: "a keyring of another ending", make: "cp keys/pair.jwks out.json"),
            KeptFile(testDescription: "public keys of another ending", make: "cp keys/bank.pub.jwks out.json"),
            KeptFile(testDescription: "a damaged keyring", make: "head -c 270 keys/phone.jwks > out.json"),
            KeptFile(testDescription: "an empty file of that ending", make: "touch x.jwks", path: "x.jwks"),
            KeptFile(
                testDescription: "a keyring whose names are escaped",
                make:
                    #"sed 's/"keys"/"ke\\u0079s"/; s/"kty"/"k\\u0074y"/; s/"d"/"\\u0064"/' keys/phone.jwks > out.json"#),
            KeptFile(
                testDescription: "a protected keyring",
                make: """
                    (umask 077; echo word > word); sealedpush keys protect bank --new-passphrase-file word
                    cp keys/bank.jwks out.json
                    """),
            KeptFile(
                testDescription: "an exported secret, JWK", make: "sealedpush keys export pair --secret -o out.json"),
            KeptFile(
                testDescription: "an exported secret, PEM",
                make: "sealedpush keys export bank --secret --form pem -o out.json"),
            KeptFile(
                testDescription: "an exported secret, raw",
                make: "sealedpush keys export bank --secret --form raw -o out.json"),
            KeptFile(
                testDescription: "the lock", make: "true", path: "keys/.lock",
                name: "the lock of a folder of keyrings"),
            KeptFile(
                testDescription: "a link to the lock", make: "ln -s keys/.lock out.json",
                name: "the lock of a folder of keyrings"),
            KeptFile(
                testDescription: "a log", make: "true", path: "keys/phone.log", name: "the log of a keyring"),
            KeptFile(
                testDescription: "a link to a log", make: "ln -s keys/phone.log out.json",
                name: "the log of a keyring"),
            KeptFile(
                testDescription: "a delivery store",
                make: """
                    sealedpush seal --to phone payment.json > s
                    sealedpush deliver --with phone --store out.json s > delivered
                    """,
                name: "a delivery store"),
            KeptFile(
                testDescription: "an exported secret, DER",
                make: "sealedpush keys export bank --secret --form pem | grep -v -- ----- | base64 -d > out.json"),
            // RFC 8017, appendix A.1, in PKCS #8: a length of two bytes, version 0, rsaEncryption.
            KeptFile(
                testDescription: "an RSA key, DER",
                make: #"printf '\x30\x82\x04\xbd\x02\x01\x00\x30\x0d\x06\x09\x2a\x86\x48\x86\xf7\x0d' > out.json"#),
            KeptFile(
                testDescription: "a log larger than any keyring",
                make: #"yes '{"at":1793448000,"action":"generated"}' | head -c 17000000 > out.json"#,
                name: "the log of a keyring"),
            KeptFile(
                testDescription: "a secret key before 17 MB of spaces",
                make: #"{ cat keys/pair.jwks; head -c 17000000 /dev/zero | tr '\0' ' '; } > out.json"#),
            KeptFile(
                testDescription: "the log of a database", make: "\(database) && mv db-wal out.json",
                name: "a delivery store"),
            KeptFile(
                testDescription: "the journal of a database", make: database, path: "journal",
                name: "a delivery store"),
            KeptFile(
                testDescription: "the log beside a database", make: "\(database) && : > db-wal", path: "db-wal",
                name: "a delivery store"),
            // U+0600 and the full stop after it are one character of Swift's.
            KeptFile(
                testDescription: "a damaged key file, a mark before its ending",
                make: "echo damaged > 'x\u{600}.jwks'; ln -s 'x\u{600}.jwks' out.json"),
            KeptFile(
                testDescription: "K12: an unfinished public file", make: "mkdir k; touch k/.phone.pub.jwks.new",
                path: "k/.phone.pub.jwks.new"),
            KeptFile(
                testDescription: "K12: an unfinished log", make: "mkdir k; touch k/.phone.log.new",
                path: "k/.phone.log.new", name: "the log of a keyring"),
            KeptFile(
                testDescription: "the index beside a database", make: "\(database) && ln -s db-shm out.json",
                name: "a delivery store"),
        ]

        /// Makes the database `db` with a log and its index, and a `journal`, as SQLite leaves them when the process is killed.
        private static let database = """
            python3 -c 'import os, sqlite3
            def begun(name, mode):
                database = sqlite3.connect(name, isolation_level=None)
                for statement in ["PRAGMA synchronous=OFF", "PRAGMA journal_mode=" + mode, "CREATE TABLE t (a)", "BEGIN", "INSERT INTO t VALUES (1)"]:
                    database.execute(statement)
                return database
            database, other = begun("db", "WAL"), begun("other", "DELETE")
            os.rename("other-journal", "journal")
            os._exit(0)'
            """
    }

    @Test(
        "K12: an output does not take a name that a change of a keyring uses",
        arguments: [".phone.jwks.new", ".phone.pub.jwks.new", ".phone.log.new"])
    func temporaryName(name: String) async throws {
        let run = try await folder.run("sealedpush seal payment.json --to phone -o keys/\(name)")
        #expect(run.exitCode == 1)
        #expect(run.errors.contains("is a name that only a change of a keyring uses"))
        #expect(try await folder.run("test -e keys/\(name)").exitCode == 1)
    }

    @Test("K19: headers do not replace the body in the file of standard output", arguments: ["", "-o -"])
    func headersOverBody(output: String) async throws {
        let run = try await folder.run("sealedpush seal payment.json --to phone --topic a --headers h \(output) > h")
        #expect(run.exitCode == 64)
        #expect(run.errors.contains("--headers names the file of standard output"))
        #expect(
            try await folder.run("sealedpush seal payment.json --to phone --topic a --headers h > body").exitCode == 0)
    }

    @Test(
        "A1: an output does not replace a key under any path",
        arguments: KeptFile.all.filter { Passphrase.isSupported || !$0.make.contains("keys protect") })
    func kept(file: KeptFile) async throws {
        #expect(try await folder.run("set -e; \(file.make)").exitCode == 0)
        let before = try await content()
        let run = try await folder.run("sealedpush seal payment.json --to phone -o \(file.path)")
        #expect(run.exitCode == 1)
        #expect(run.errors == "sealedpush: error: \(file.path) is \(file.name) and is never overwritten\n")
        #expect(try await content() == before)
    }

    @Test(
        "A1: every output goes through the same check",
        arguments: [
            "seal payment.json --to phone -o", "open s --with phone -o", "deliver s --with phone -o", "inspect s -o",
            "lint payment.json --json -o", "keys list -o", "keys show phone -o", "keys show phone --json -o",
            "keys generate new --role device --keys new -o", "keys export phone -o", "keys export phone --form pem -o",
            "keys offer phone -o", "roundtrip payment.json -o", "roundtrip payment.json --junit",
        ])
    func everyOutput(command: String) async throws {
        _ = try await folder.run("sealedpush seal --to phone payment.json -o s; ln -s keys/phone.jwks out.json")
        let before = try await content(but: "new")
        let run = try await folder.run("sealedpush \(command) out.json")
        #expect(run.exitCode == 1)
        #expect(run.errors == "sealedpush: error: out.json is a key file and is never overwritten\n")
        #expect(try await content(but: "new") == before)
    }

    @Test("A1: an open file that contains a key is not written to by its name")
    func openFile() async throws {
        let before = try await content()
        let run = try await folder.run("sealedpush seal payment.json --to phone -o /dev/fd/3 3<>keys/phone.jwks")
        #expect(run.exitCode == 1)
        #expect(run.errors == "sealedpush: error: /dev/fd/3 is a key file and is never overwritten\n")
        #expect(try await content() == before)
    }

    @Test(
        "A1: a file that the command reads is not replaced, even if it is not needed",
        arguments: [
            (
                "keys protect bank --new-passphrase-file word && sealedpush keys show bank --passphrase-file word -o word",
                "word"
            ),
            ("open s --with phone --passphrase-file word -o ./word", "./word"),
            ("keys import new public.pem --role device -o public.pem", "public.pem"),
            ("keys challenge jane offer -o offer", "offer"),
        ].filter { Passphrase.isSupported || !$0.0.contains("keys protect") })
    func inputs(command: String, path: String) async throws {
        _ = try await folder.run(
            """
            (umask 077; echo word > word)
            sealedpush seal --to phone payment.json -o s
            sealedpush keys offer phone -o offer
            sealedpush keys export phone --form pem -o public.pem
            """)
        let run = try await folder.run("sealedpush \(command)")
        #expect(run.exitCode == 1)
        #expect(run.errors.hasSuffix("sealedpush: error: \(path) is the input itself and is not overwritten\n"))
        #expect(try folder.text("word") == "word\n")
    }

    @Test(
        "a file that can be recreated is replaced",
        arguments: [
            "seal payment.json --to phone", "keys show phone --json", "keys list --json", "keys offer phone",
            "keys export phone", "keys export bank --form pem", "inspect payment.json --json",
        ])
    func replaced(command: String) async throws {
        let run = try await folder.run("sealedpush \(command) -o out && cp out first && sealedpush \(command) -o out")
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try folder.read("out").count == folder.read("first").count)
    }

    @Test("A20: two outputs of one run are different files", arguments: ["F", "./F", "sub/../F", "link"])
    func twoOutputs(path: String) async throws {
        _ = try await folder.run("mkdir sub; touch real; ln -s real link")
        let other = path == "link" ? "real" : "F"
        let run = try await folder.run("sealedpush roundtrip payment.json --junit \(path) -o \(other)")
        #expect(run.exitCode == 64)
        #expect(
            run.errors.hasPrefix("sealedpush: error: --junit and --output name the same file; expected two files\n"))
        #expect(try await folder.run("cat F real").output == "")
    }

    @Test(
        "a keyring's file is refused as a delivery store",
        arguments: [
            ("keys/.lock", "the lock of a folder of keyrings"), ("link", "the lock of a folder of keyrings"),
            ("keys/phone.jwks", "a key file"), ("keys/phone.pub.jwks", "a key file"), ("copy", "a key file"),
            ("keys/phone.log", "the log of a keyring"), ("empty.jwks", "a key file"),
        ])
    func store(path: String, name: String) async throws {
        _ = try await folder.run("ln -s keys/.lock link; cp keys/phone.jwks copy; : > empty.jwks")
        let before = try await content()
        let run = try await folder.run("sealedpush deliver payment.json --with phone --store \(path)")
        #expect(run.exitCode == 1)
        #expect(
            run.errors
                == "sealedpush: error: \(path) is \(name); --store expects a delivery store, or the path of a new file\n"
        )
        #expect(try await content() == before)
    }

    @Test("a descriptor that the command opened, such as the store's, is not written to")
    func ownDescriptor() async throws {
        let run = try await folder.run(
            """
            sealedpush seal --to phone payment.json -o s
            # Those of the test's own process.
            for number in {3..30}; do eval "exec $number>&-"; done
            for number in {3..30}; do
                sealedpush deliver s --with phone --store store -o /dev/fd/$number && echo "$number is written"
            done
            """)
        #expect(run.output == "")
        #expect(run.errors.contains("/dev/fd/3 cannot be written: it was not open when the command started\n"))
        #expect(run.errors.contains("/dev/fd/30 cannot be written: bad file descriptor\n"))
    }

    /// Every file with its number, its permissions and its bytes.
    private func content(but excluded: String = "-") async throws -> String {
        let run = try await folder.run(
            "find . -path ./\(excluded) -prune -o -printf '%p %i %m %l\\n' -type f -exec sha256sum {} + | sort")
        #expect(run.exitCode == 0 && run.output.contains("phone.jwks"))
        return run.output
    }
}
