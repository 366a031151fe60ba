import KeyManagement
import StrictJSON
import Testing

@testable import sealedpush

@Suite("keys list for monitors")
struct MonitoringTests {
    private let folder: Folder
    private static let day = 86_400

    init() async throws { folder = try await Folder() }

    /// Makes the keys of a keyring some days old; returns the time at which they were made.
    @discardableResult
    private func age(_ name: String, days: Int) async throws -> Int {
        let run = try await folder.run(
            #"""
            made=$(($(date +%s) - \#(days) * 86400)); echo $made
            sed -i -E "s/\"created\":[0-9]+/\"created\":$made/" keys/\#(name).*jwks
            """#)
        return try #require(Int(run.output.dropLast()))
    }

    private func list(_ options: String = "") async throws -> (run: Run, keyrings: [JSONObject]) {
        let run = try await folder.run("sealedpush keys list --json \(options)")
        return (run, try #require(try run.json.arrayValue).compactMap(\.objectValue))
    }

    @Test("JSON has the warnings and the ends of keys by the policy, and standard error repeats none of them")
    func warnings() async throws {
        let made = try await age("bank", days: 80)
        let (run, keyrings) = try await list("--maximum-age 90d --notice 14d")
        #expect(run.exitCode == 0)
        #expect(run.errors == "")
        try #require(keyrings.count == 3)
        let key = try #require(keyrings[0]["keys"]?.arrayValue?.first?.objectValue)
        #expect(key["created"]?.numberValue?.int == made)
        #expect(key["due"]?.numberValue?.int == made + 90 * Self.day)
        let warning = try #require(keyrings[0]["warnings"]?.arrayValue?.first?.objectValue)
        #expect(warning["kind"] == "expiresSoon")
        #expect(warning["key"] == key["id"])
        #expect(warning["time"] == key["due"])
        #expect(warning["message"]?.stringValue?.contains(" is due in ") == true)
        #expect(keyrings[1]["warnings"] == [] && keyrings[2]["warnings"] == [])
        #expect(try await list().keyrings[0]["warnings"]?.arrayValue?.first?.objectValue?["kind"] == "expired")
    }

    @Test("a retiring key has its end and no time at which it is due")
    func retiring() async throws {
        let run = try await folder.run("sealedpush keys rotate bank --grace 1h > shown; sealedpush keys list --json")
        let keys = try run.json.arrayValue?.first?.objectValue?["keys"]?.arrayValue?.compactMap(\.objectValue) ?? []
        try #require(keys.count == 2)
        #expect(keys[0]["until"] != nil && keys[0]["due"] == nil)
        #expect(keys[1]["until"] == nil && keys[1]["due"] != nil)
    }

    @Test(
        "a protected keyring holds secrets, and its passphrase is only needed if it has no public half",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
    func protected() async throws {
        let run = try await folder.run(
            """
            umask 077; echo pass > pass
            for name in bank pair; do sealedpush keys protect $name --new-passphrase-file pass; done
            sealedpush keys list --json; sealedpush keys list --json --passphrase-file pass
            """)
        let lists = try run.output.split(separator: "\n").map { line in
            try #require(try JSONValue(parsing: Array(line.utf8)).arrayValue).compactMap(\.objectValue)
        }
        try #require(lists.count == 2 && lists.allSatisfy { $0.count == 3 })
        for list in lists {
            #expect(list[0]["half"] == "secret" && list[0]["protected"] == true)
            #expect(list[2]["protected"] == false)
        }
        #expect(lists[0][0]["keys"]?.arrayValue?.first?.objectValue?["half"] == nil)
        #expect(lists[1][0]["keys"]?.arrayValue?.first?.objectValue?["half"] == "secret")
        #expect(lists[0][1]["error"]?.objectValue?["code"] == "locked")
        #expect(lists[1][1]["protected"] == true && lists[1][1]["error"] == nil)
    }

    /// Files in place of `keys/bad.jwks` that cannot be read, and their codes.
    private static let broken = [
        ("printf '{' > keys/bad.jwks", "truncated"), (": > keys/bad.jwks", "truncated"),
        ("mkdir keys/bad.jwks", "notRegularFile"), ("ln -s nothing keys/bad.jwks", "notFound"),
        ("echo '{\"keys\":[]}' > keys/bad.jwks", "malformed"),
        ("cp keys/phone.jwks keys/bad.jwks; chmod 644 keys/bad.jwks", "insecurePermissions"),
        ("cp -p keys/phone.jwks keys/bad.jwks; : > keys/bad.pub.jwks", "truncated"),
    ]

    @Test("a keyring that cannot be read is an entry with its code, and the others are listed", arguments: broken)
    func unreadable(command: String, code: String) async throws {
        _ = try await folder.run(command)
        let (run, keyrings) = try await list()
        #expect(run.exitCode == 1)
        #expect(run.errors.hasPrefix("sealedpush: error: \(code): "))
        try #require(keyrings.count == 4)
        #expect(keyrings[0]["name"] == "bad")
        #expect(keyrings[0]["error"]?.objectValue?["code"] == .string(code))
        #expect(keyrings[1...].allSatisfy { $0["error"] == nil })
        let table = try await folder.run("sealedpush keys list").output.split(separator: "\n")
        #expect(table.count == 5 && table[1].contains("unreadable: \(code)"))
        #expect(try await folder.run("sealedpush keys list --check").exitCode == 3)
        #expect(
            try metrics(await folder.run("sealedpush keys list --prometheus").output)[#"readable{keyring="bad"}"#] == 0)
    }

    @Test("a file that only its owner can read does not hide the others from another user")
    func otherUser() async throws {
        // A file of the size of a removed keyring is opened while the names are collected.
        let run = try await folder.run(
            """
            chmod 755 .; chmod -R go+rX keys; head -c 42 /dev/zero > keys/bad.jwks; chmod 000 keys/bad.jwks
            if [ $(id -u) = 0 ]; then drop="setpriv --reuid=65534 --bounding-set=-all --inh-caps=-all"; fi
            $drop sealedpush keys list --json
            """)
        let names = try run.json.arrayValue?.compactMap { $0.objectValue?["name"]?.stringValue }
        #expect(names == ["bad", "bank", "pair", "phone"])
        #expect(try run.json.arrayValue?.first?.objectValue?["error"]?.objectValue?["code"] == "inputOutput")
    }

    @Test("the exit code of a check tells what is due from what is broken")
    func check() async throws {
        #expect(try await folder.run("sealedpush keys list --check").exitCode == 0)
        try await age("bank", days: 24)
        let due = try await folder.run("sealedpush keys list --check")
        #expect(due.exitCode == 2)
        #expect(due.errors.contains("warning: keyring bank: key") && due.output.contains("bank"))
        #expect(try await folder.run("sealedpush keys list --check --json").exitCode == 2)
        #expect(try await folder.run("sealedpush keys list --check --notice 1d").exitCode == 0)
        #expect(try await folder.run("sealedpush keys list").exitCode == 0)
        let revoked = try await folder.run(
            """
            id=$(sealedpush keys show phone --json | sed 's/.*"primary":"\\([0-9a-f]*\\)".*/\\1/')
            sealedpush keys revoke phone $id > shown
            sealedpush keys list --check
            """)
        #expect(revoked.exitCode == 3)
        #expect(revoked.errors.contains("warning: keyring phone: no key is active"))
    }

    @Test("the warning about a secret that is no longer needed names the command that erases it")
    func endedSecret() async throws {
        let run = try await folder.run(
            "sealedpush keys rotate bank --grace 0s > shown; sleep 1; sealedpush keys list --check")
        #expect(run.exitCode == 2)
        let hint = "sealedpush: hint: 'sealedpush keys retire bank --erase-ended' erases the secrets of ended keys\n"
        #expect(run.errors.hasSuffix(": erase it\n\(hint)"))
    }

    @Test("a keyring that must hold its secrets is broken without them, and is one of public keys to others")
    func lostSecret() async throws {
        #expect(try await folder.run("sealedpush keys list --check --own bank --own pair").exitCode == 0)
        _ = try await folder.run("rm keys/bank.jwks")
        #expect(try await folder.run("sealedpush keys list --check").exitCode == 0)
        for form in ["", "--json", "--prometheus"] {
            let lost = try await folder.run("sealedpush keys list --check --own pair --own bank \(form)")
            #expect(lost.exitCode == 3)
            let reason = "keyring bank has only its public keys; restore bank.jwks from a backup"
            #expect(lost.errors == "sealedpush: error: \(reason)\n")
        }
        let metrics = try metrics(await folder.run("sealedpush keys list --prometheus").output)
        #expect(metrics[#"readable{keyring="bank"}"#] == 1 && metrics[#"secret{keyring="bank"}"#] == 0)
        #expect(metrics[#"secret{keyring="pair"}"#] == 1 && metrics[#"secret{keyring="phone"}"#] == 1)
        let gone = try await folder.run("rm keys/bank.pub.jwks; sealedpush keys list --check --own bank")
        #expect(gone.exitCode == 3)
        #expect(gone.errors == "sealedpush: error: there is no keyring bank; restore it from a backup\n")
    }

    @Test(
        "the secrets of a protected keyring are not lost, and an unreadable keyring has its own error",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
    func ownProtected() async throws {
        let run = try await folder.run(
            """
            umask 077; echo pass > pass; sealedpush keys protect bank --new-passphrase-file pass > shown
            sealedpush keys list --check --own bank > shown && printf '{' > keys/bank.jwks
            sealedpush keys list --check --own bank > shown
            """)
        #expect(run.exitCode == 3)
        #expect(run.errors.contains("sealedpush: error: truncated: "))
        #expect(!run.errors.contains("has only its public keys"))
    }

    @Test("a check of an empty folder fails, and one that cannot be made or reported has exit code 1")
    func checkOfNothing() async throws {
        let empty = try await Folder(withKeys: false)
        let run = try await empty.run("mkdir keys; sealedpush keys list --check")
        #expect(run.exitCode == 3)
        #expect(run.errors == "sealedpush: error: there is no keyring in keys\n")
        #expect(try await empty.run("sealedpush keys list --check --keys missing").exitCode == 1)
        for form in ["", "--json", "--prometheus"] {
            #expect(try await folder.run("sealedpush keys list --check \(form) > /dev/full").exitCode == 1)
            // The reader is gone before the list is written; 141 is SIGPIPE.
            let closed = "{ sleep 0.2; sealedpush keys list --check \(form); echo $? > code; } | true; cat code"
            let run = try await folder.run(closed + "; sleep 0.5; cat code")
            #expect(run.output.hasSuffix("141\n") && !run.errors.contains("error"))
        }
    }

    @Test(
        "a policy that makes a new key due, two forms at once, and --own without a check are refused",
        arguments: [
            "--maximum-age 7d", "--notice 30d", "--maximum-age 0d --notice 0d", "--json --prometheus", "--own bank",
        ])
    func usage(options: String) async throws {
        let run = try await folder.run("sealedpush keys list \(options)")
        #expect(run.exitCode == 64)
        #expect(run.output == "")
    }

    @Test("metrics have the names and the meaning of KeyringMetrics")
    func prometheus() async throws {
        let made = try await age("bank", days: 31)
        let run = try await folder.run("sealedpush keys list --prometheus -o keys.prom; cat keys.prom")
        #expect(run.exitCode == 0)
        #expect(run.errors == "")
        let metrics = try metrics(run.output)
        #expect(metrics[#"readable{keyring="bank"}"#] == 1)
        #expect(metrics[#"key_created_timestamp_seconds{keyring="bank"}"#] == made)
        #expect(metrics[#"key_due_timestamp_seconds{keyring="bank"}"#] == made + 30 * Self.day)
        #expect(metrics[#"key_warnings{keyring="bank",kind="expired"}"#] == 1)
        #expect(metrics[#"key_warnings{keyring="bank",kind="noActiveKey"}"#] == 0)
        #expect(metrics[#"key_warnings{keyring="pair",kind="expired"}"#] == 0)
        // Per keyring: readable, secret, created, due and six kinds of warnings.
        #expect(metrics.count == 3 * 10)
        let observed = try await folder.run(
            "cat \(Tool.project)/Sources/Provider/SealedPushObservability/KeyringMetrics.swift"
        ).output
        for name in Set(metrics.keys.map { $0.prefix { $0 != "{" } }) where !["readable", "secret"].contains(name) {
            #expect(observed.contains("\"sealedpush_\(name)\""))
        }
    }

    @Test("without an active key the times are 0")
    func noActiveKey() async throws {
        _ = try await folder.run(#"sed -i 's/"state":"active"/"state":"revoked"/' keys/bank.*jwks"#)
        let metrics = try metrics(await folder.run("sealedpush keys list --prometheus").output)
        #expect(metrics[#"key_created_timestamp_seconds{keyring="bank"}"#] == 0)
        #expect(metrics[#"key_due_timestamp_seconds{keyring="bank"}"#] == 0)
        #expect(metrics[#"key_warnings{keyring="bank",kind="noActiveKey"}"#] == 1)
    }

    @Test("labels are escaped as the format demands: backslash, quotation mark and line feed")
    func escaping() {
        let value = PrometheusGauge.Value(labels: [("a", "\\ \" \n é"), ("b", "")], value: 1)
        let gauge = PrometheusGauge(name: "g", help: "Help.", values: [value])
        #expect(gauge.lines == ["# HELP g Help.", "# TYPE g gauge", #"g{a="\\ \" \n é",b=""} 1"#])
    }

    @Test("R9: a mark after a quotation mark, and a line feed after a carriage return, do not hide them from escaping")
    func escapingScalars() {
        let value = PrometheusGauge.Value(labels: [("a", "\"\u{301}\\\u{301}\r\n")], value: 1)
        let gauge = PrometheusGauge(name: "g", help: "Help.", values: [value])
        let label = #"g{a="\""# + "\u{301}" + #"\\"# + "\u{301}\r" + #"\n"} 1"#
        #expect(gauge.lines.last.map { Array($0.utf8) } == Array(label.utf8))
    }

    /// Changes of `keys` after which the halves of phone differ.
    private static let differing = [
        "cp -a keys old; sealedpush keys rotate phone > shown; cp -p old/phone.pub.jwks keys",
        "cp -a keys old; sealedpush keys rotate phone > shown; cp -p old/phone.jwks keys",
        "cp keys/bank.pub.jwks keys/phone.pub.jwks",
        "sealedpush keys generate b --role device --keys other > shown; cp other/b.pub.jwks keys/phone.pub.jwks",
        "sed -i 's/\"active\"/\"revoked\"/' keys/phone.pub.jwks",
        "rm keys/phone.pub.jwks",
    ]

    @Test("K4: a keyring whose halves differ is broken until the next change", arguments: differing)
    func differingHalves(command: String) async throws {
        #expect(try await folder.run("set -e; \(command)").exitCode == 0)
        let run = try await folder.run("sealedpush keys list --check")
        #expect(run.exitCode == 3)
        #expect(run.errors.contains("sealedpush: error: mismatchedHalves: the public half phone.pub.jwks "))
        let mended = try await folder.run("sealedpush keys rotate phone > shown; sealedpush keys list --check")
        #expect(mended.exitCode == 0, "\(mended.errors)")
    }

    /// Parses the text format as far as gauges with labels go; the names are without `sealedpush_` and `keyring_`.
    private func metrics(_ text: String) throws -> [String: Int] {
        #expect(text.hasSuffix("\n"))
        var (values, name, hasType): ([String: Int], Substring, Bool) = ([:], "", false)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if let help = line.wholeMatch(of: /# HELP ([a-z_]+) \S.*/) {
                #expect(help.1 != name)
                (name, hasType) = (help.1, false)
            } else if let type = line.wholeMatch(of: /# TYPE ([a-z_]+) gauge/) {
                #expect(type.1 == name && !hasType)
                hasType = true
            } else {
                let label = /[a-z]+="[A-Za-z0-9._-]*"/
                let sample = try #require(line.wholeMatch(of: /([a-z_]+)(\{.*\}) ([0-9]+)/), "\(line)")
                #expect(sample.1 == name && hasType)
                let labels = sample.2.dropFirst().dropLast().split(separator: ",")
                #expect(labels.allSatisfy { $0.wholeMatch(of: label) != nil })
                let short = String(name).replacing("sealedpush_", with: "").replacing("keyring_", with: "")
                #expect(values.updateValue(try #require(Int(sample.3)), forKey: short + String(sample.2)) == nil)
            }
        }
        return values
    }
}
