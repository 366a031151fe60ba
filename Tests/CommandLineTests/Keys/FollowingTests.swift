import KeyManagement
import StrictJSON
import Testing

@testable import sealedpush

@Suite("seal --lines follows its keyrings", .serialized)
struct FollowingTests {
    private let folder: Folder

    init() async throws { folder = try await Folder() }

    /// Runs commands beside a stream; `say` writes a line to it, whose answer arrives within 0.3 seconds.
    private func stream(_ commands: String, options: String = "") async throws -> (answers: [JSONObject], run: Run) {
        let run = try await folder.run(
            """
            mkfifo in
            sealedpush seal --lines --from bank --to phone --topic a \(options) < in > out & stream=$!
            exec 3> in
            say() { echo '{"payload":{"aps":{"alert":"a"}}}' >&3; sleep 0.3; }
            id() { sealedpush keys list --json | python3 -c "
            import json, sys
            for ring in json.load(sys.stdin):
                if ring['name'] == '$1': print(*[key['id'] for key in ring['keys'] if key['state'] == 'active'])"; }
            \(commands)
            exec 3>&-
            wait $stream
            """)
        let answers = try folder.text("out").split(separator: "\n").map { line in
            try #require(try JSONValue(parsing: Array(line.utf8)).objectValue)
        }
        return (answers, run)
    }

    /// The key ids of sender and recipient in the envelope of an answer (wire format, section 1).
    private func ids(_ answer: JSONObject) async throws -> (recipient: String, sender: String) {
        try folder.write(try #require(answer["body"]?.stringValue), to: "body")
        let run = try await folder.run(
            """
            python3 -c 'import base64, json
            envelope = base64.urlsafe_b64decode(json.load(open("body"))["sealed"] + "==")
            print(envelope[1:5].hex(), envelope[5:9].hex(), end="")'
            """)
        let parts = run.output.split(separator: " ").map(String.init)
        try #require(parts.count == 2, "\(run.errors)")
        return (parts[0], parts[1])
    }

    @Test("within a second the new key seals after a rotation, and none after the revocation of the last")
    func rotationAndRevocation() async throws {
        let (answers, run) = try await stream(
            """
            say; id bank > ids
            sealedpush keys rotate bank > rotated; sleep 1; say; id bank >> ids
            sealedpush keys revoke bank $(id bank) > revoked; sleep 1; say
            """)
        let expected = try folder.text("ids").split(separator: "\n").map(String.init)
        try #require(answers.count == 3 && expected.count == 2, "\(run)")
        #expect(expected[0] != expected[1])
        #expect(try await ids(answers[0]).sender == expected[0])
        #expect(try await ids(answers[1]).sender == expected[1])
        #expect(answers[2]["error"]?.objectValue?["code"] == "noActiveKey")
        #expect(answers[2]["body"] == nil)
        #expect(run.exitCode == 1)
    }

    @Test("within a second nothing is sealed to a device's key that was revoked")
    func recipient() async throws {
        let (answers, run) = try await stream("say; sealedpush keys revoke phone $(id phone) > revoked; sleep 1; say")
        try #require(answers.count == 2, "\(run)")
        #expect(answers[0]["body"] != nil)
        #expect(answers[1]["error"]?.objectValue?["code"] == "noActiveKey")
    }

    @Test("within a second nothing is sealed to or by a keyring that was removed", arguments: ["phone", "bank"])
    func removed(name: String) async throws {
        let (answers, run) = try await stream("say; sealedpush keys remove \(name) --secret > removed; sleep 1; say")
        try #require(answers.count == 2, "\(run)")
        #expect(answers[0]["body"] != nil)
        #expect(answers[1]["error"]?.objectValue?["code"] == "notFound")
    }

    @Test(
        "K2: a stream follows a change of the passphrase in its file",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
    func changedPassphrase() async throws {
        let protect = "umask 077; echo one > pw; echo two > pw2; sealedpush keys protect bank --new-passphrase-file pw"
        #expect(try await folder.run(protect).exitCode == 0)
        let (answers, run) = try await stream(
            """
            say; sleep 2
            sealedpush keys protect bank --passphrase-file pw --new-passphrase-file pw2; cp pw2 pw
            sealedpush keys rotate bank --passphrase-file pw > rotated; id bank > ids; sleep 1; say; sleep 2; say
            """, options: "--passphrase-file pw")
        try #require(answers.count == 3, "\(run)")
        #expect(try await ids(answers[2]).sender == folder.text("ids").split(whereSeparator: \.isWhitespace).joined())
    }

    @Test(
        "K2: a pipe, which can be read once, has the passphrase of all keyrings",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
    func pipe() async throws {
        let run = try await folder.run(
            """
            umask 077; echo one > pw; mkfifo pipe
            for name in bank pair; do sealedpush keys protect $name --new-passphrase-file pw; done
            cat pw > pipe & timeout 20 sealedpush keys list --check --passphrase-file pipe
            """)
        #expect(run.exitCode == 0, "\(run.errors)")
    }

    @Test("a rotation that is killed at any time leaves a stream that seals with the old key or the new one")
    func killedRotations() async throws {
        let (answers, run) = try await stream(
            """
            for i in 0 1 2 3 4 5 6 7 8 9; do
                sealedpush keys rotate bank > rotated & rotation=$!
                sleep 0.00$i; kill -9 $rotation 2> killed; wait $rotation 2> killed
                say
            done
            sleep 1; say; id bank > ids
            """)
        try #require(answers.count == 11, "\(run)")
        #expect(answers.allSatisfy { $0["body"] != nil })
        let last = try await ids(try #require(answers.last)).sender
        #expect(try folder.text("ids").split(whereSeparator: \.isWhitespace).map(String.init) == [last])
    }
}
