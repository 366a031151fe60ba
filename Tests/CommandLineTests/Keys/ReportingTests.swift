import StrictJSON
import Testing

@Suite("keys report, open --report and deliver --report")
struct ReportingTests {
    private let folder: Folder

    /// Makes a folder with the registration jane of the device phone, and a function for the id of a primary key.
    init() throws {
        folder = try Folder()
        try folder.write(Payloads.payment, to: "payment.json")
        let run = try run(
            """
            sealedpush keys offer phone | sealedpush keys challenge jane --from bank > challenge
            sealedpush keys answer phone --from bank challenge | sealedpush keys confirm jane
            """)
        try #require(run.exitCode == 0, "\(run.errors)")
    }

    private func run(_ commands: String) throws -> Run {
        try folder.run(
            """
            id() { sealedpush keys show $1 --json | sed 's/.*"primary":"\\([0-9a-f]*\\)".*/\\1/'; }
            set -e -o pipefail
            \(commands)
            """)
    }

    @Test("a report of the device is read by the registration, and each state has the action of keys.md, section 7")
    func recipient() throws {
        let run = try run(
            """
            id=$(id phone); sealedpush keys report phone --on $id | sealedpush keys report jane
            sealedpush keys rotate phone > shown
            sealedpush keys report phone --on $id > report; sealedpush keys report jane report
            sealedpush keys report jane report --json
            sealedpush keys remove phone --secret; sealedpush keys generate phone --role device > shown
            sealedpush keys report phone --on $id | sealedpush keys report jane
            """)
        let lines = run.output.split(separator: "\n").map(String.init)
        try #require(lines.count == 4, "\(run)")
        #expect(lines[0] == "ignore: nothing is to be done")
        #expect(lines[1].hasPrefix("update: the device has a newer key"))
        #expect(lines[3].hasPrefix("re-register: the device does not have key"))
        #expect(lines[3].hasSuffix("; enrol it again, its registration stays until then"))
        let json = try JSONValue(parsing: Array(lines[2].utf8)).objectValue
        #expect(json?["action"] == "update" && json?["standing"] == "retiring" && json?["about"] == "recipient")
    }

    @Test("a report on the provider's key is read by the provider's keyring")
    func sender() throws {
        let run = try run(
            """
            sealedpush keys import pin keys/bank.pub.jwks --role provider > shown
            old=$(id bank); sealedpush keys rotate bank > shown
            sealedpush keys report pin --on $(id bank) | sealedpush keys report bank
            sealedpush keys import pin keys/bank.pub.jwks --role provider > shown
            sealedpush keys report pin --on $old | sealedpush keys report bank
            """)
        let lines = run.output.split(separator: "\n")
        try #require(lines.count == 2, "\(run)")
        #expect(lines[0].hasPrefix("wait: the device has not pinned key"))
        // The provider's primary key is the pinned one, so it seals with that already.
        #expect(lines[1] == "ignore: nothing is to be done")
    }

    @Test("a report is read by a keyring of the role that it is about", arguments: ["bank", "pair"])
    func wrongKeyring(name: String) throws {
        let run = try run("sealedpush keys report phone --on $(id phone) | sealedpush keys report \(name)")
        #expect(run.exitCode == 1)
        let reason = "the report is on a device key, and keyring \(name)"
        #expect(run.errors.hasPrefix("sealedpush: error: wrongRole: \(reason)"))
    }

    @Test(
        "anything else than a report is refused, and nothing is shown",
        arguments: ["", "{}", "x", #"{"sealedpush":"key-report-v1","about":"recipient","key":"12"}"#])
    func malformed(text: String) throws {
        try folder.write(text, to: "report")
        let run = try run("sealedpush keys report jane report")
        #expect(run.exitCode == 1)
        #expect(run.output == "")
    }

    @Test("a push that is refused because of a key leaves a report for the provider", arguments: ["open", "deliver"])
    func refused(command: String) throws {
        let run = try run(
            """
            old=$(id phone); sealedpush seal --to jane payment.json > sealed.json
            sealedpush keys rotate phone > shown; sealedpush keys revoke phone $old > shown
            sealedpush \(command) --with phone --report report sealed.json > shown || true
            sealedpush keys report jane report --json
            """)
        let json = try run.json.objectValue
        #expect(json?["action"] == "update" && json?["standing"] == "revoked")
        #expect(run.errors.contains("revokedKey") == (command == "open"))
    }

    @Test("no report is written for another refusal or an opened push", arguments: ["--topic other", ""])
    func notRefused(options: String) throws {
        let run = try run(
            """
            sealedpush seal --to phone payment.json > sealed.json
            sealedpush open --with phone --report report \(options) sealed.json > shown || true
            """)
        #expect(run.exitCode == 0)
        #expect(!folder.files.contains("report"))
    }

    @Test("a report that cannot be written does not hide the refusal")
    func fullDisk() throws {
        let run = try run(
            """
            sealedpush seal --to phone payment.json > sealed.json
            sealedpush keys generate other --role device > shown
            sealedpush open --with other --report /dev/full sealed.json
            """)
        #expect(run.exitCode == 1)
        #expect(run.errors.contains("error: /dev/full cannot be written") && run.errors.contains("error: unknownKey"))
        let deliver = try folder.run("sealedpush deliver --with other --report /dev/full sealed.json")
        #expect(deliver.exitCode == 1)
        #expect(deliver.output.contains(#""reason":"unknownKey""#))
    }

    @Test(
        "wrong usage is reported",
        arguments: [
            "keys report phone --on 1234567", "keys report phone --on 12345678 report",
            "open --with phone --report - sealed.json",
        ])
    func usage(arguments: String) throws {
        #expect(try folder.run("sealedpush \(arguments)").exitCode == 64)
    }
}
