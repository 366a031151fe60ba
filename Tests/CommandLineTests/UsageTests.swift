import Testing

@testable import sealedpush

@Suite("usage")
struct UsageTests {
    private static let commands = [
        "", "keys", "keys generate", "keys list", "keys show", "seal", "encrypt", "open", "decrypt", "deliver",
        "inspect", "lint", "keys rotate", "keys revoke", "keys retire", "keys export", "keys import", "keys protect",
        "keys offer", "keys challenge", "keys answer", "keys confirm", "keys report", "keys remove", "roundtrip",
    ]

    @Test("help goes to standard output with exit code 0", arguments: commands, ["--help", "-h"])
    func help(command: String, option: String) throws {
        let run = try Folder(withKeys: false).run("sealedpush \(command) \(option)")
        #expect(run.exitCode == 0)
        #expect(run.errors == "")
        #expect(run.output.contains("USAGE: sealedpush"))
    }

    @Test("no line of help is wider than 80 columns", arguments: commands)
    func helpWidth(command: String) throws {
        let run = try Folder(withKeys: false).run("sealedpush \(command) --help")
        #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test("no option takes a secret", arguments: commands)
    func noSecrets(command: String) throws {
        let help = try Folder(withKeys: false).run("sealedpush \(command) --help").output
        let options = help.matches(of: /--[a-z-]*(pass|secret|private|password|token)[a-z-]*( <[a-z-]+>)?/).map {
            String($0.output.0)
        }
        // Files that hold a passphrase, and the flag that asks for the secret half.
        #expect(Set(options).isSubset(of: ["--passphrase-file <file>", "--new-passphrase-file <file>", "--secret"]))
        // The environment names one folder and no more; colours have a convention of their own.
        #expect(Set(help.matches(of: /\$[A-Z_]+/).map { String($0.output) }).isSubset(of: ["$SEALEDPUSH_KEYS"]))
    }

    @Test("the version is one line")
    func version() throws {
        let run = try Folder(withKeys: false).run("sealedpush --version")
        #expect(run.exitCode == 0)
        #expect(run.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
    }

    @Test(
        "--version and completion scripts work after a command, too",
        arguments: ["seal", "deliver", "keys list"])
    func rootOptions(command: String) throws {
        let folder = try Folder(withKeys: false)
        for option in ["--version", "--generate-completion-script bash"] {
            let run = try folder.run("sealedpush \(command) \(option)")
            #expect(run.exitCode == 0)
            #expect(run.output.count > 5)
            #expect(try run.output == folder.run("sealedpush \(option)").output)
        }
    }

    @Test("help, --help and -h print the same text", arguments: ["seal", "deliver", "roundtrip", "keys"])
    func helpWays(command: String) throws {
        let folder = try Folder(withKeys: false)
        let help = try folder.run("sealedpush help \(command)").output
        #expect(help.contains("USAGE: sealedpush \(command) "))
        #expect(try folder.run("sealedpush \(command) --help").output == help)
        #expect(try folder.run("sealedpush \(command) -h --unknown").output == help)
    }

    @Test(
        "an unknown option is named even if an argument is missing",
        arguments: [
            ("seal --bogus", "--bogus"), ("seal payload.json --too phone", "--too"), ("open --bogus s.json", "--bogus"),
            ("deliver --wiht=phone", "--wiht"), ("keys generate phone --rol device", "--rol"), ("roundtrip -x", "-x"),
            ("encrypt --bogus -- --to", "--bogus"),
        ])
    func unknownOption(arguments: String, option: String) throws {
        let run = try Folder(withKeys: false).run("sealedpush \(arguments)")
        #expect(run.exitCode == 64)
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("sealedpush: error: unknown option '\(option)'\n"))
    }

    @Test("to find an unknown option, help is shown, and no command is run")
    func helpOnly() throws {
        let folder = try Folder(withKeys: false)
        let command = ["keys", "generate", "phone", "--role", "device", "--keys", "\(folder.path)/keys"]
        #expect(SealedPushTool.unknownOption(help: command) == nil)
        #expect(folder.files.isEmpty)
    }

    @Test(
        "a missing value or argument is named if every option is known",
        arguments: [
            ("seal payload.json", "expected a recipient: --to KEY or --shared KEY"),
            ("open s.json", "missing expected argument '--with <key>'"),
            ("seal --to", "missing value for '--to <key>'"),
            ("seal -- --bogus", "expected a recipient: --to KEY or --shared KEY"),
        ])
    func missing(arguments: String, error: String) throws {
        let run = try Folder(withKeys: false).run("sealedpush \(arguments)")
        #expect(run.exitCode == 64)
        #expect(run.errors.hasPrefix("sealedpush: error: \(error)\n"))
    }

    @Test(
        "a command that does not exist is named",
        arguments: [
            ("foo", "unknown command 'foo'"), ("keys turn phone", "unknown command 'turn'"),
            ("keys list extra", "unexpected argument 'extra'"), ("foo --bar", "unknown option '--bar'"),
        ])
    func unknownCommand(arguments: String, error: String) throws {
        let run = try Folder(withKeys: false).run("sealedpush \(arguments)")
        #expect(run.exitCode == 64)
        #expect(run.errors.hasPrefix("sealedpush: error: \(error)\n"))
    }

    @Test(
        "wrong usage is one error and one hint, with exit code 64 and nothing on standard output",
        arguments: [
            ("", "--help"), ("keys", "--help"), ("turn", "--help"), ("--unknown", "--help"),
            ("keys turn phone", "keys --help"), ("keys list extra", "keys list --help"),
            ("keys show", "keys show --help"), ("keys revoke phone -forever", "keys revoke --help"),
            ("inspect a b", "inspect --help"),
            ("inspect --push-type x", "inspect --help"), ("lint --rule x", "lint --help"),
            ("open --with", "open --help"), ("roundtrip", "roundtrip --help"),
            ("roundtrip --random -1", "roundtrip --help"), ("roundtrip --random 1 --seed x", "roundtrip --help"),
            ("roundtrip --random 1 --law x", "roundtrip --help"),
            ("roundtrip --random 1 --junit -", "roundtrip --help"),
            ("roundtrip --random 1 --time-limit 5", "roundtrip --help"),
            ("roundtrip --random 1 --sealer ''", "roundtrip --help"),
            ("deliver sealed.json", "deliver --help"), ("deliver --with phone --store ''", "deliver --help"),
            ("deliver --with phone --languages de", "deliver --help"),
            ("deliver --with phone --bundle . --languages de,", "deliver --help"),
            ("deliver --with phone --bundle . --languages 'de fr'", "deliver --help"),
        ])
    func wrongUsage(arguments: String, help: String) throws {
        let run = try Folder(withKeys: false).run("sealedpush \(arguments)")
        #expect(run.exitCode == 64)
        #expect(run.output == "")
        let lines = run.errors.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("sealedpush: error: ") == true)
        #expect(lines.last.map(String.init) == "sealedpush: hint: see 'sealedpush \(help)'")
        // As in age: a small letter first and no full stop at the end.
        #expect(lines.first?.dropFirst("sealedpush: error: ".count).first?.isUppercase == false)
        #expect(lines.first?.last != ".")
        #expect(lines.first?.contains(#"\u000a"#) == false)
    }
}
