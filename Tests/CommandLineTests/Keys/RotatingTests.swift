import StrictJSON
import Testing

@Suite("keys rotate --if-due")
struct RotatingTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func age(days: Int) throws {
        _ = try folder.run(
            #"sed -i -E "s/\"created\":[0-9]+/\"created\":$(($(date +%s) - \#(days) * 86400))/" keys/bank.jwks"#)
    }

    private func keys(_ run: Run) throws -> [JSONObject] {
        try #require(try run.json.objectValue?["keys"]?.arrayValue).compactMap(\.objectValue)
    }

    @Test("a key that is not due stays, with one line and no change of any file")
    func notDue() throws {
        try age(days: 22)
        let run = try folder.run(
            "sha256sum keys/* > sums; sealedpush keys rotate bank --if-due && sha256sum --quiet -c sums")
        #expect(run.exitCode == 0)
        #expect(run.errors == "")
        #expect(run.output.wholeMatch(of: /nothing is due: key [0-9a-f]{8} of keyring bank is due .* UTC\n/) != nil)
        let json = try folder.run("sealedpush keys rotate bank --if-due --json").json.objectValue
        #expect(json?["rotated"] == false)
        #expect(json?["keys"]?.arrayValue?.count == 1)
    }

    @Test("the key is rotated from the policy's notice on, and once", arguments: [(24, ""), (84, "--maximum-age 90d")])
    func due(days: Int, policy: String) throws {
        try age(days: days)
        let command = "sealedpush keys rotate bank --if-due --json --grace 1h \(policy)"
        let first = try folder.run(command)
        #expect(try first.json.objectValue?["rotated"] == true)
        #expect(try keys(first).map { $0["state"] } == ["retiring", "active"])
        let second = try folder.run(command)
        #expect(try second.json.objectValue?["rotated"] == false)
        #expect(try keys(second).count == 2)
    }

    @Test("after a rotation that was due, a check with the same policy is well")
    func agreesWithCheck() throws {
        try age(days: 24)
        #expect(try folder.run("sealedpush keys list --check").exitCode == 2)
        _ = try folder.run("sealedpush keys rotate bank --if-due")
        #expect(try folder.run("sealedpush keys list --check").exitCode == 0)
    }

    @Test("the prepared key comes into use, and a keyring without an active key gets one")
    func prepared() throws {
        let prepared = try keys(folder.run("sealedpush keys rotate bank --prepare --json")).last?["id"]
        try age(days: 24)
        let rotated = try keys(folder.run("sealedpush keys rotate bank --if-due --json"))
        try #require(rotated.count == 2)
        #expect(rotated[1]["id"] == prepared && rotated[1]["state"] == "active")
        _ = try folder.run("sealedpush keys revoke bank \(try #require(prepared?.stringValue))")
        let states = try keys(folder.run("sealedpush keys rotate bank --if-due --json")).map { $0["state"] }
        #expect(states == ["retiring", "revoked", "active"])
    }

    private func states(_ options: String = "") throws -> [JSONValue?] {
        try keys(folder.run("sealedpush keys show bank --json \(options)")).map { $0["state"] }
    }

    @Test("a schedule prepares the next key once, announces it for half of the notice, and then rotates")
    func announced() throws {
        let schedule =
            "sealedpush keys rotate bank --prepare --if-due --json; sealedpush keys rotate bank --if-due --json"
        func run() throws -> [JSONObject] {
            try folder.run(schedule).output.split(separator: "\n").map {
                try #require(try JSONValue(parsing: Array($0.utf8)).objectValue)
            }
        }
        func done() throws -> [JSONValue?] { try run().enumerated().map { $1[$0 == 0 ? "prepared" : "rotated"] } }
        try age(days: 22)
        #expect(try done() == [false, false])
        try age(days: 24)
        let first = try run()
        #expect(first[0]["prepared"] == true && first[0]["rotated"] == nil && first[1]["rotated"] == false)
        #expect(try done() == [false, false])
        #expect(try states() == ["active", "pending"])
        let published = try keys(folder.run("sealedpush keys show ./keys/bank.pub.jwks --json")).map { $0["state"] }
        #expect(published == ["active", "pending"])
        let check = try folder.run(
            "sealedpush keys list --check > shown; echo $?; sealedpush keys rotate bank --if-due")
        let pattern = /0\nnothing is due: key [0-9a-f]{8} of keyring bank is pending until .* UTC\n/
        #expect(check.output.wholeMatch(of: pattern) != nil, "\(check.output)")
        // Both keys are now four days older: more than half of the notice of seven days.
        _ = try folder.run(
            #"""
            aged() { echo "/$1/s/\"created\":[0-9]+/\"created\":$(($(date +%s) - $2 * 86400))/"; }
            sed -i -E -e "$(aged active 28)" -e "$(aged pending 4)" keys/bank.jwks
            """#)
        #expect(try done() == [false, true])
        #expect(try states() == ["retiring", "active"])
    }

    @Test("of two runs at once one rotates")
    func atOnce() throws {
        try age(days: 31)
        let run = try folder.run(
            """
            for i in 1 2 3 4; do sealedpush keys rotate bank --if-due --json > shown$i & done; wait
            cat shown* | grep -c '"rotated":true'; sealedpush keys show bank | grep -c thumbprint
            """)
        #expect(run.output == "1\n2\n")
    }

    @Test("public keys and demonstration keys are not rotated")
    func otherKeyrings() throws {
        let run = try folder.run("sealedpush keys rotate ./keys/bank.pub.jwks --if-due")
        #expect(run.exitCode == 1)
        #expect(run.errors.hasPrefix("sealedpush: error: wrongHalf: "))
        let copy = "cp -r \(Tool.project)/keys d"
        let demonstration = try folder.run("\(copy); sealedpush keys rotate bank --if-due --keys d")
        #expect(demonstration.output == "nothing is due: keyring bank is a public demonstration\n")
    }

    @Test("the help names the default grace")
    func help() throws {
        let help = try folder.run("sealedpush keys rotate --help | tr -s ' \\n' ' '").output
        #expect(help.contains("with the old key still open (default: 7d)."))
    }

    @Test(
        "options without effect are refused",
        arguments: ["--prepare --notice 1d", "--maximum-age 90d", "--notice 1d", "--if-due --maximum-age 7d"])
    func usage(options: String) throws {
        #expect(try folder.run("sealedpush keys rotate bank \(options)").exitCode == 64)
    }
}
