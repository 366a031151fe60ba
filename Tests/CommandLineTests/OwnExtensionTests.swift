import StrictJSON
import TestSupport
import Testing

@Suite("deliver --extension runs an executable of one's own")
struct OwnExtensionTests {
    private let folder: Folder

    init() async throws {
        folder = try await Folder()
        try folder.write(
            """
            <plist version="1.0"><dict><key>keychain-access-groups</key>
            <array><string>$(AppIdentifierPrefix)com.example.bank.keys</string></array></dict></plist>
            """, to: "bank.entitlements")
        try folder.write(
            "#!/bin/sh\nexec '\(Tool.folder)/ExtensionSpecimen' --keychain A1B2C3D4E5.com.example.bank.keys\n",
            to: "bank")
        _ = try await folder.run("chmod +x bank; ln -s '\(Tool.folder)/ExtensionSpecimen' specimen")
        try folder.write(Payloads.payment, to: "payment.json")
        _ = try await folder.run(
            "sealedpush seal --to phone --from bank --topic com.example.bank payment.json -o sealed.json")
    }

    /// Writes a push that tells the specimen what to do.
    private func write(_ order: String) throws {
        try folder.write(
            #"{"aps":{"mutable-content":1,"alert":{"title":"New"}},"do":"\#(order)"}"#, to: "order.json")
    }

    @Test("an extension has the keyrings in the keychain group of its entitlements", arguments: ["", "--locked"])
    func opened(option: String) async throws {
        let run = try await folder.run(
            "sealedpush deliver --extension ./bank --entitlements bank.entitlements --with phone --from bank \(option) sealed.json"
        )
        #expect(run.exitCode == 0)
        #expect(run.errors == "")
        #expect(try run.json.objectValue?["outcome"] == "opened")
        #expect(try run.json.objectValue?["content"]?.objectValue?["title"] == "Payment received")
    }

    @Test(
        "a locked phone refuses what only an unlocked one permits",
        arguments: [("", "0"), ("--locked", "-25308")])  // errSecInteractionNotAllowed
    func locked(option: String, status: String) async throws {
        try write("add an item")
        let run = try await folder.run("sealedpush deliver --extension ./specimen \(option) order.json")
        #expect(run.exitCode == 0)
        #expect(try run.json.objectValue?["content"]?.objectValue?["body"] == .string(status))
    }

    @Test("without the group, or with the prefix of another team, the keys are out of reach")
    func entitlements() async throws {
        for options in ["", "--entitlements bank.entitlements --team ZZZZZZZZZZ"] {
            let run = try await folder.run(
                "sealedpush deliver --extension ./bank \(options) --with phone --from bank sealed.json")
            #expect(run.exitCode == 0)
            #expect(try run.json.objectValue?["reason"] == "keysUnavailable")
            #expect(try run.json.objectValue?["outcome"] == "placeholder")
        }
    }

    @Test("a sealed command removes what was delivered before, in an executable of one's own and in the built-in one")
    func commands() async throws {
        try folder.write(
            #"{"aps":{"alert":{"title":"Jane"},"thread-id":"jane"},"message":7}"#, to: "message.json")
        try folder.write(#"{"aps":{"alert":{"title":"Read"}}}"#, to: "read.json")
        let seal = "sealedpush seal --to phone --from bank --topic com.example.bank"
        let sealed = try await folder.run(
            "\(seal) message.json -o m.json && \(seal) --remove-thread jane --remove other read.json -o r.json")
        #expect(sealed.exitCode == 0)
        let opened = try await folder.run("sealedpush open --with phone --from bank --topic com.example.bank r.json")
        #expect(
            try opened.json.objectValue?["sealedpush"]
                == ["remove": ["identifiers": ["other"], "threads": ["jane"]]])
        for options in ["--extension ./bank --entitlements bank.entitlements", "--topic com.example.bank"] {
            let run = try await folder.run(
                "sealedpush deliver \(options) --with phone --from bank --earlier m.json --earlier m.json r.json")
            #expect(run.exitCode == 0)
            #expect(try run.json.objectValue?["commands"] == ["end": "done", "removed": 2, "replaced": 0])
        }
    }

    @Test(
        "an extension that fails is an error with its code, and the push is delivered as it arrived",
        arguments: [
            ("abort", "crashed: the extension's process was ended by signal 6"),
            ("exit", "crashed: the extension's process exited with code 0"),
            ("garbage", "badExtensionMessage: the extension's process wrote an invalid message to the host's channel"),
            ("deaf", "noAnswer: the extension handed over no content within its time limit"),
        ])
    func failures(order: String, message: String) async throws {
        try write(order)
        let run = try await folder.run("sealedpush deliver --extension ./specimen --time-limit 3 order.json")
        #expect(run.exitCode == 1)
        #expect(try run.json.objectValue?["content"]?.objectValue?["title"] == "New")
        #expect(run.errors.hasPrefix("sealedpush: error: \(message)"))
        #expect(run.errors.hasSuffix("hint: the push is shown as it arrived\n"))
    }

    @Test("the extension's standard error appears unchanged, and its standard output is discarded")
    func log() async throws {
        try write("log")
        let run = try await folder.run("sealedpush deliver --extension ./specimen order.json")
        #expect(run.exitCode == 0)
        #expect(run.errors == "on standard error\n")
        #expect(try run.json.objectValue?["content"]?.objectValue?["subtitle"] == "changed")
        #expect(!run.output.contains("standard output"))
    }

    @Test("an earlier push without content is a warning that names its file, and the exit code is 1")
    func earlier() async throws {
        try folder.write(#"{"aps":{"mutable-content":1,"alert":{"title":"Old"}},"do":"abort"}"#, to: "old.json")
        try write("pid")
        let run = try await folder.run("sealedpush deliver --extension ./specimen --earlier old.json order.json")
        #expect(run.exitCode == 1)
        #expect(try run.json.objectValue?["outcome"] == "modified")
        #expect(
            run.errors
                == "sealedpush: warning: --earlier old.json: crashed: the extension's process was ended by signal 6\n")
    }

    @Test("the capability for communication notifications is that of the app's entitlements, not of the extension's")
    func appEntitlements() async throws {
        try folder.write(
            """
            <plist version="1.0"><dict><key>com.apple.developer.usernotifications.communication</key><true/></dict></plist>
            """, to: "app.entitlements")
        try write("communicate")
        for (option, isAllowed) in [("", false), ("--entitlements", false), ("--app-entitlements", true)] {
            let file = option.isEmpty ? "" : "app.entitlements"
            let run = try await folder.run("sealedpush deliver --extension ./specimen \(option) \(file) order.json")
            #expect(run.exitCode == 0)
            #expect(run.output.contains("communicationNotAllowed") != isAllowed, "\(option)")
        }
    }

    @Test(
        "no process stays after an end by a signal, also none that the extension started", arguments: ["TERM", "KILL"])
    func interrupted(signal: String) async throws {
        try write("start a child and loop")
        let run = try await folder.run(
            """
            sealedpush deliver --extension ./specimen order.json 2> said & host=$!
            for i in $(seq 600); do [ -s said ] && break; sleep 0.05; done
            read -r extension child < said || exit 1
            kill -0 "$extension" && kill -0 "$child" || exit 2
            kill -\(signal) $host; wait $host; echo "ended with $?"
            for i in $(seq 200); do
                left=
                for pid in $extension $child; do
                    case $(cut -d' ' -f3 "/proc/$pid/stat" 2>/dev/null) in ""|Z) ;; *) left="$left $pid" ;; esac
                done
                [ -z "$left" ] && break
                sleep 0.05
            done
            echo "left:$left"
            """)
        #expect(run.output == "ended with \(signal == "TERM" ? 143 : 137)\nleft:\n")
    }

    @Test("what an extension prints is discarded, and one that prints without end is ended after its content")
    func flood() async throws {
        try write("flood")
        let run = try await folder.run("sealedpush deliver --extension ./specimen --time-limit 5 order.json")
        #expect(run.exitCode == 0)
        #expect(run.errors == "")
        #expect(try run.json.objectValue?["content"]?.objectValue?["subtitle"] == "changed")
        #expect(run.outputBytes.count < 1000)
    }

    @Test("an executable that is no extension is an error that says so", arguments: ["/bin/true", "./sleeping"])
    func noExtension(path: String) async throws {
        try folder.write("#!/bin/sh\nexec sleep 100\n", to: "sleeping")
        try write("")
        let run = try await folder.run(
            "chmod +x sleeping; sealedpush deliver --extension \(path) --time-limit 1 order.json")
        #expect(run.exitCode == 1)
        #expect(run.errors.contains("it was never called; expected an executable that calls ExtensionProcess.serve"))
    }

    @Test(
        "a path that is no executable is an error before the push is delivered",
        arguments: [
            ("./none", "no such file or directory"), (".", "expected an executable file"),
            ("payment.json", "expected an executable file"),
        ])
    func noExecutable(path: String, reason: String) async throws {
        let run = try await folder.run("sealedpush deliver --extension \(path) payment.json")
        #expect(run.exitCode == 1)
        #expect(run.output == "")
        #expect(run.errors == "sealedpush: error: extension \(path): \(reason)\n")
    }

    @Test(
        "options that do not go together are a usage error",
        arguments: [
            "--extension ./bank --store s", "--extension ./bank --audience a", "--with phone --locked",
            "--with phone --entitlements bank.entitlements", "--with phone --app-entitlements bank.entitlements",
            "--from bank",
        ])
    func usage(options: String) async throws {
        let run = try await folder.run("sealedpush deliver \(options) sealed.json")
        #expect(run.exitCode == 64)
        #expect(run.output == "")
    }

    @Test("a file of entitlements that is no property list is an error")
    func badEntitlements() async throws {
        let run = try await folder.run("sealedpush deliver --extension ./bank --entitlements payment.json sealed.json")
        #expect(run.exitCode == 1)
        #expect(run.errors.contains("payment.json cannot be read: expected the property list of an .entitlements file"))
        let missing = try await folder.run("sealedpush deliver --extension ./bank --entitlements none sealed.json")
        #expect(missing.errors.hasPrefix("sealedpush: error: none: no such file or directory"))
    }

    @Test("a time limit of zero is refused")
    func noTime() async throws {
        let run = try await folder.run("sealedpush deliver --extension ./specimen --time-limit 0 order.json")
        #expect(run.exitCode == 64)
        #expect(run.errors.contains("--time-limit expects at least 1 second"))
    }
}
