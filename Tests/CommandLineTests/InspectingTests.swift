import SealedEnvelope
import StrictJSON
import Testing

@Suite("inspect")
struct InspectingTests {
    private let folder: Folder

    init() async throws { folder = try await Folder() }

    private func parts(_ report: JSONValue) -> [String: Int] {
        var parts: [String: Int] = [:]
        for part in report.objectValue?["parts"]?.arrayValue ?? [] {
            guard let name = part.objectValue?["name"]?.stringValue,
                let count = part.objectValue?["bytes"]?.numberValue?.int
            else { continue }
            parts[name] = count
        }
        return parts
    }

    @Test("a payload in the clear is counted to the byte")
    func clear() async throws {
        // Counted by hand: "aps":{"alert":"hi"} are 20 bytes, "x":1 are 5, two braces and a comma are 3.
        let run = try await folder.run(#"printf '{"aps":{"alert":"hi"},"x":1}' | sealedpush inspect --json"#)
        #expect(run.exitCode == 0)
        #expect(
            run.output == #"""
                {"body":{"bytes":28,"pushType":"alert","limit":4096,"left":4068},"visible":{"aps":{"alert":"hi"},"x":1},\#
                "envelopes":[],"parts":[{"name":"visible aps","bytes":20},{"name":"other visible members","bytes":5},\#
                {"name":"JSON punctuation","bytes":3}]}

                """#)
    }

    @Test("white space and escapes count as punctuation")
    func spelling() async throws {
        // "aps":{"badge":1} is 17 bytes; five spaces, a line feed, \u0061 for a (5 more) and two braces are 13.
        let run = try await folder.run(#"printf ' {  "\\u0061ps":{"badge" : 1}}\n' | sealedpush inspect --json"#)
        #expect(try parts(run.json) == ["visible aps": 17, "other visible members": 0, "JSON punctuation": 13])
    }

    @Test(
        "an envelope is split into parts by its suite",
        arguments: [
            // Header and what follows it as the wire format's table has them; one byte of message.
            (1, "hpke-auth", 9, "encapsulated key", 32, 1), (2, "hpke-base", 5, "encapsulated key", 32, 1),
            (3, "shared", 5, "nonce", 24, 1),
        ])
    func envelope(suite: Int, name: String, header: Int, start: String, startSize: Int, ciphertext: Int) async throws {
        let size = header + startSize + ciphertext + 16
        let command = #"""
            { printf '\00\#(suite)\001\002\003\004\005\006\007\010'; head -c 200 /dev/zero; } | head -c \#(size) |
                base64 -w0 | tr '+/' '-_' | tr -d = > text
            printf '{"aps":{},"e":"%s"}' "$(cat text)" | sealedpush inspect --envelope-key e --json
            """#
        let run = try await folder.run(command)
        #expect(run.exitCode == 0)
        let characters = (size * 4 + 2) / 3
        #expect(
            try parts(run.json) == [
                "visible aps": 8, "other visible members": 0, "envelope header": header, start: startSize,
                "ciphertext": ciphertext, "authentication tag": 16, "base64 expansion": characters - size,
                "JSON punctuation": 9,
            ])
        let envelopes = try #require(try run.json.objectValue?["envelopes"]?.arrayValue)
        #expect(envelopes.count == 1)
        let envelope = envelopes.first?.objectValue
        #expect(envelope?["path"] == "e")
        #expect(envelope?["problem"] == nil)
        #expect(envelope?["suite"]?.numberValue?.int == suite)
        #expect(envelope?["suiteName"] == .string(name))
        #expect(envelope?["recipient"] == "01020304")
        #expect(envelope?["sender"] == (suite == 1 ? "05060708" : nil))
        #expect(envelope?["bytes"]?.numberValue?.int == size)
        #expect(envelope?["characters"]?.numberValue?.int == characters)
        #expect(envelope?["messageBytes"] == 1)
        #expect(try run.json.objectValue?["visible"] == ["aps": [:]])
    }

    @Test("the parts add up to the body, for every fixture, sealed and not")
    func sums() async throws {
        let run = try await folder.run(
            """
            for file in \(Tool.project)/Fixtures/payloads/*/*.json; do
                type=$(basename "$(dirname "$file")")
                wc -c < "$file"; sealedpush inspect --json "$file"
                sealedpush seal --to phone --push-type $type "$file" -o sealed 2> /dev/null || continue
                wc -c < sealed; sealedpush inspect --json sealed
            done
            """)
        let lines = run.output.split(separator: "\n")
        #expect(run.errors == "")
        #expect(lines.count > 3 * Tool.fixtures.count)
        for index in stride(from: 0, to: lines.count - 1, by: 2) {
            let report = try JSONValue(parsing: Array(lines[index + 1].utf8))
            #expect(parts(report).values.reduce(0, +) == Int(lines[index]))
            #expect(parts(report).values.allSatisfy { $0 >= 0 })
            #expect(report.objectValue?["body"]?.objectValue?["bytes"]?.numberValue?.int == Int(lines[index]))
        }
    }

    @Test("the drawing shows what the network sees, without a colour where there is no terminal")
    func drawing() async throws {
        // 100 bytes of envelope: suite 2, the key id 01020304, and zeros.
        let command = #"""
            { printf '\002\001\002\003\004'; head -c 95 /dev/zero; } | base64 -w0 | tr -d = > text
            printf '{"aps":{"alert":{"title":"New"},"mutable-content":1},"sealed":"%s"}' "$(cat text)" > push
            sealedpush inspect push
            """#
        let run = try await folder.run(command)
        #expect(run.exitCode == 0)
        #expect(run.errors == "")
        #expect(
            run.output == """
                Visible to every intermediary
                  {
                    "aps": {
                      "alert": {"title": "New"},
                      "mutable-content": 1
                    },
                    "sealed": "AgECAwQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA… 134 characters"
                  }

                The envelope at "sealed"
                  suite      2, hpke-base: anyone with the device's public key can seal it
                  sealed to  device key 01020304
                  size       100 bytes, in base64url 134
                  message    47 bytes with padding; its content is secret

                Where the bytes go
                  visible aps             51   26 %  ████████████████████████████████████████
                  other visible members    0    0 %
                  envelope header          5    3 %  ███▉
                  encapsulated key        32   16 %  █████████████████████████
                  ciphertext              47   24 %  ████████████████████████████████████▊
                  authentication tag      16    8 %  ████████████▌
                  base64 expansion        34   17 %  ██████████████████████████▋
                  JSON punctuation        14    7 %  ██████████▉
                  the whole body         199  of 4096 that an alert push may have; 3897 left

                """)
    }

    @Test("a member with the envelope's name that is not an envelope is reported and counted as ordinary")
    func noEnvelope() async throws {
        for (value, reason) in [
            ("7", "expected a string, found number"), (#""AQ==""#, "it is not unpadded base64url"),
            (#""CQAA""#, "suite 9 is not known"),
            (#""AQAA""#, "expected at least 57 bytes for its suite, found 3"),
        ] {
            try folder.write(#"{"sealed":\#(value)}"#, to: "push")
            let run = try await folder.run("sealedpush inspect push; sealedpush inspect --json push > json")
            #expect(run.exitCode == 0)
            #expect(run.output.contains("No envelope at \"sealed\": \(reason)\n"))
            let report = try JSONValue(parsing: folder.read("json"))
            #expect(report.objectValue?["envelopes"] == [["path": "sealed", "problem": .string(reason)]])
            #expect(report.objectValue?["visible"]?.objectValue?["sealed"] != nil)
            #expect(parts(report)["JSON punctuation"] == 2)
        }
    }

    @Test("only an envelope is abbreviated; a text of its name elsewhere is shown whole")
    func sameName() async throws {
        let text = String(repeating: "visible to all ", count: 6)
        try folder.write(#"{"aps":{"alert":"a"},"x":{"sealed":"\#(text)"}}"#, to: "p.json")
        let run = try await folder.run("sealedpush seal --to phone --visible x p.json | sealedpush inspect")
        #expect(run.exitCode == 0)
        #expect(run.output.contains(text))
        #expect(run.output.matches(of: /… \d+ characters/).count == 1)
    }

    @Test("the path of an envelope whose name holds a dot is a JSON pointer")
    func dottedName() async throws {
        try folder.write(Payloads.update, to: "p.json")
        let run = try await folder.run(
            "sealedpush seal --to phone --envelope-key a.b p.json | sealedpush inspect --envelope-key a.b --json")
        let envelopes = try run.json.objectValue?["envelopes"]?.arrayValue ?? []
        #expect(envelopes.map { $0.objectValue?["path"] } == ["/aps/content-state/a.b"])
    }

    @Test("a push above the limit is reported with the excess")
    func tooLarge() async throws {
        try folder.write(#"{"aps":{"alert":"\#(String(repeating: "a", count: 5000))"}}"#, to: "push")
        let run = try await folder.run("sealedpush inspect push")
        #expect(run.exitCode == 0)
        // The text and 20 bytes around it.
        #expect(run.output.hasSuffix("5020  924 more than the 4096 that an alert push may have\n"))
        let voip = try await folder.run("sealedpush inspect --push-type voip push")
        #expect(voip.output.hasSuffix("5020  of 5120 that a voip push may have; 100 left\n"))
        let broadcast = try await folder.run("sealedpush inspect --push-type liveactivity --broadcast push")
        #expect(broadcast.output.hasSuffix("5020  of 5120 that a liveactivity push may have; 100 left\n"))
    }

    @Test(
        "a text that is not a payload is an error with its position",
        arguments: ["{", "[]", "{\"a\":1,\"a\":2}", "nul", " "])
    func noPayload(text: String) async throws {
        try folder.write(text, to: "push")
        let run = try await folder.run("sealedpush inspect push")
        #expect(run.exitCode == 1)
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("sealedpush: error: push is no payload: "))
    }

    @Test("the deepest payload that the reader takes is drawn")
    func deep() async throws {
        let depth = 511
        try folder.write(
            #"{"a":\#(String(repeating: "[", count: depth) + String(repeating: "]", count: depth))}"#, to: "push")
        let run = try await folder.run("sealedpush inspect push")
        #expect(run.exitCode == 0)
        #expect(run.output.split(separator: "\n").count > 2 * depth - 2)
    }
}
