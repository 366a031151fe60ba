import StrictJSON
import Testing

@Suite("seal --lines")
struct LinesTests {
    private let folder: Folder

    init() async throws {
        folder = try await Folder()
    }

    private func lines(_ text: String) throws -> [JSONObject] {
        try text.split(separator: "\n").map { try #require(try JSONValue(parsing: Array($0.utf8)).objectValue) }
    }

    @Test("a sealed line opens to its payload, with the options of the line")
    func roundTrip() async throws {
        let jwk = try await folder.run("sealedpush keys export phone").output.filter { $0 != "\n" }
        try folder.write(
            """
            {"id":1,"to":"phone","payload":\(Payloads.payment)}
            {"id":"two","to":\(jwk),"payload":\(Payloads.payment),"topic":"com.example.other"}
            {"id":[3],"shared":"pair","payload":\(Payloads.payment),"visible":["aps.sound"],"collapse-id":"c","expires-in":60}

            """, to: "requests")
        let run = try await folder.run("sealedpush seal --lines --from bank --topic com.example.bank requests")
        #expect(run.exitCode == 0)
        #expect(run.errors == "")
        let answers = try lines(run.output)
        #expect(answers.map { $0["id"] } == [1, "two", [3]])
        #expect(
            answers.map { $0["headers"]?.objectValue?["apns-topic"] } == [
                "com.example.bank", "com.example.other", "com.example.bank",
            ])
        #expect(answers[2]["headers"]?.objectValue?["apns-collapse-id"] == "c")
        let opening = [
            "--with phone --from bank --topic com.example.bank", "--with phone --from bank --topic com.example.other",
            "--with pair --topic com.example.bank",
        ]
        for (answer, options) in zip(answers, opening) {
            try folder.write(try #require(answer["body"]?.stringValue), to: "body")
            #expect(try await folder.run("sealedpush open \(options) body").output == Payloads.payment)
        }
    }

    @Test("a payload may nest as deep in a line as in a file", arguments: [(512, true), (513, false)])
    func depth(depth: Int, isSealed: Bool) async throws {
        let value = String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1)
        let payload = #"{"aps":{"alert":"hi"},"deep":\#(value)}"#
        try folder.write(payload, to: "payload")
        try folder.write(#"{"to":"phone","payload":\#(payload)}"#, to: "requests")
        let file = try await folder.run(
            "sealedpush seal --to phone --topic a payload | sealedpush open --with phone --topic a")
        let line = try await folder.run(
            """
            sealedpush seal --lines --topic a requests | python3 -c \
                'import json; print(json.loads(input()).get("body", ""), end="")' | sealedpush open --with phone --topic a
            """)
        for run in [file, line] {
            #expect((run.output == payload) == isSealed, "\(run.errors)")
            #expect((run.exitCode == 0) == isSealed)
        }
    }

    @Test("a bad line is answered in its place, the others are sealed, and the end is exit code 1")
    func badLines() async throws {
        let payload = #""payload":{"aps":{"alert":"a"}}"#
        let secret = try await folder.run("sealedpush keys export phone --secret | cat").output.filter { $0 != "\n" }
        let bad: [(line: String, code: String)] = [
            ("", "unexpectedEnd"), ("{", "unexpectedEnd"), ("[1]", "badLine"), (#"{"id":0,"to":"phone"}"#, "badLine"),
            (#"{"id":0,\#(payload)}"#, "badLine"), (#"{"id":0,"to":"nobody",\#(payload)}"#, "notFound"),
            (#"{"id":0,"to":"../keys/phone",\#(payload)}"#, "badLine"),
            (#"{"id":0,"to":"phone","shared":"pair",\#(payload)}"#, "badLine"),
            (#"{"id":0,"to":"phone","visibel":["aps"],\#(payload)}"#, "badLine"),
            (#"{"id":0,"to":"phone","sequence":-1,\#(payload)}"#, "badLine"),
            (#"{"id":0,"to":"phone","pad":"huge",\#(payload)}"#, "badLine"),
            (#"{"id":0,"to":"phone","id":1,\#(payload)}"#, "duplicateName"),
            (#"{"id":0,"to":"bank",\#(payload)}"#, "wrongRole"),
            (#"{"id":0,"to":\#(secret),\#(payload)}"#, "unexpectedSecret"),
            (#"{"id":0,"to":"phone","payload":{"aps":{"content-state":1}},"push-type":"banana"}"#, "badLine"),
            (#"{"id":0,"to":"phone","payload":{"aps":{}}}"#, "unknownPushType"),
            (#"{"id":0,"to":"phone",\#(payload),"x":"\#(String(repeating: "a", count: 1 << 17))"}"#, "badLine"),
            (String(repeating: "b", count: 500_000), "badLine"),
        ]
        let good = #"{"id":"good","to":"phone",\#(payload)}"#
        try folder.write(bad.map { "\($0.line)\n\(good)\n" }.joined() + good, to: "requests")
        let run = try await folder.run("sealedpush seal --lines < requests")
        #expect(run.exitCode == 1)
        #expect(
            run.errors == """
                sealedpush: error: \(bad.count) of \(bad.count * 2 + 1) lines were not sealed; their lines of the output \
                say why

                """)
        let answers = try lines(run.output)
        try #require(answers.count == bad.count * 2 + 1)
        for (index, line) in bad.enumerated() {
            let error = answers[index * 2]["error"]?.objectValue
            #expect(error?["code"]?.stringValue == line.code, "\(line.line.prefix(60))")
            #expect(error?["message"]?.stringValue?.hasPrefix("line \(index * 2 + 1): ") == true)
            #expect(answers[index * 2]["body"] == nil)
            #expect(answers[index * 2 + 1]["id"] == "good")
            #expect(answers[index * 2 + 1]["body"] != nil)
        }
        #expect(
            !run.output.contains(
                try #require(try JSONValue(parsing: Array(secret.utf8)).objectValue?["d"]?.stringValue)))
    }

    @Test("a line without an id is answered with a null")
    func noID() async throws {
        try folder.write(
            """
            {"shared":"pair","payload":{"aps":{"alert":"a"}}}
            {"shared":"pair"}

            """, to: "requests")
        let run = try await folder.run("sealedpush seal --lines < requests")
        #expect(try lines(run.output).map { $0["id"] } == [.null, .null])
    }

    @Test("arguments apply to each line unless the line overrides them for itself")
    func options() async throws {
        let line = #"{"to":"phone","payload":\#(Payloads.payment)"#
        try folder.write(
            """
            \(line)}
            \(line),"placeholder-body":"b"}
            \(line),"placeholder-title":"c","topic":"com.example.other"}
            {"shared":"pair","payload":\(Payloads.payment)}
            \(line)}
            """, to: "requests")
        let run = try await folder.run("sealedpush seal --lines --from bank --topic a.b --placeholder-title a requests")
        #expect(run.exitCode == 0)
        let answers = try lines(run.output)
        let alerts = try answers.map { answer in
            let body = try JSONValue(parsing: Array(try #require(answer["body"]?.stringValue).utf8)).objectValue
            return body?["aps"]?.objectValue?["alert"]
        }
        #expect(
            alerts == [["title": "a"], ["title": "a", "body": "b"], ["title": "c"], ["title": "a"], ["title": "a"]])
        let topics = answers.map { $0["headers"]?.objectValue?["apns-topic"]?.stringValue }
        #expect(topics == ["a.b", "a.b", "com.example.other", "a.b", "a.b"])
        for (place, options) in ["--with phone --from bank", "--with pair"].enumerated() {
            try folder.write(try #require(answers[place * 3]["body"]?.stringValue), to: "body")
            #expect(try await folder.run("sealedpush open \(options) --topic a.b body").exitCode == 0)
        }
    }

    @Test("there is one answer for each line, in order, for lines of any cost")
    func order() async throws {
        let requests = (1...2000).map { number in
            number % 7 == 0
                ? #"{"id":\#(number)}"#
                : #"{"id":\#(number),"shared":"pair","payload":{"aps":{"alert":"a"}},"pad":"\#(number % 3 == 0 ? "max" : "none")"}"#
        }
        try folder.write(requests.joined(separator: "\n"), to: "requests")
        let run = try await folder.run(
            #"sealedpush seal --lines < requests | sed 's/^{"id":\([0-9]*\),"\(.\).*/\1 \2/'"#)
        #expect(run.output == (1...2000).map { "\($0) \($0 % 7 == 0 ? "e" : "h")\n" }.joined())
    }

    @Test("an answer does not wait for the next line")
    func conversation() async throws {
        let run = try await folder.run(
            """
            coproc sealedpush seal --lines
            for n in 1 2 3; do
                echo '{"id":'$n',"shared":"pair","payload":{"aps":{"alert":"a"}}}' >&"${COPROC[1]}"
                read -r -t 30 answer <&"${COPROC[0]}" || exit 9
                echo "${answer:0:7}"
            done
            """)
        #expect(run.exitCode == 0)
        #expect(run.output == "{\"id\":1\n{\"id\":2\n{\"id\":3\n")
    }

    @Test("a key that is revoked during a stream is no longer sealed to")
    func revoked() async throws {
        let run = try await folder.run(
            """
            id=$(sealedpush keys show phone --json | sed 's/.*"id":"\\([0-9a-f]*\\)".*/\\1/')
            coproc sealedpush seal --lines
            request='{"id":1,"to":"phone","payload":{"aps":{"alert":"a"}}}'
            echo "$request" >&"${COPROC[1]}"; read -r -t 30 answer <&"${COPROC[0]}"; echo "${answer:0:17}"
            sealedpush keys revoke phone "$id" > /dev/null; sleep 1.1
            echo "$request" >&"${COPROC[1]}"; read -r -t 30 answer <&"${COPROC[0]}"; echo "${answer:0:37}"
            """)
        #expect(run.output == "{\"id\":1,\"headers\"\n{\"id\":1,\"error\":{\"code\":\"noActiveKey\"\n")
    }

    /// Lines without an end.
    private static let endless = #"yes '{"id":1,"shared":"pair","payload":{"aps":{"alert":"a"}},"pad":"max"}'"#

    @Test("a closed pipe ends the stream quietly")
    func closedPipe() async throws {
        let run = try await folder.run("\(Self.endless) | sealedpush seal --lines | head -n 1; echo ${PIPESTATUS[1]}")
        #expect(run.output.hasSuffix("}\n141\n"))
        #expect(run.errors == "")
    }

    @Test("a signal leaves only whole lines", arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)])
    func signals(name: String, exitCode: Int32) async throws {
        let run = try await folder.run(
            """
            mkfifo in; \(Self.endless) > in & source=$!
            (trap - \(name); exec sealedpush seal --lines < in) > out & tool=$!
            until [ "$(stat -c %s out 2> /dev/null || echo 0)" -ge 200000 ]; do sleep 0.05; done
            kill -\(name) $tool; wait $tool; code=$?; kill $source; tail -c 1 out | od -An -c; exit $code
            """)
        #expect(run.exitCode == exitCode)
        #expect(run.output.filter { $0 != " " } == "\\n\n")
    }

    @Test("a slow reader slows the stream and does not increase its memory")
    func backpressure() async throws {
        let run = try await folder.run(
            """
            mkfifo out; \(Self.endless) | sealedpush seal --lines > out & tool=$!
            exec 3< out; sleep 2
            sed -n 's/VmHWM:[^0-9]*\\([0-9]*\\) kB/\\1/p' /proc/$tool/status; kill $tool
            """)
        let peak = try #require(Int(run.output.filter(\.isNumber)))
        #expect(peak < 96 * 1024, "\(peak) KiB")
    }

    @Test("a full disk is an error")
    func fullDisk() async throws {
        let run = try await folder.run("\(Self.endless) | sealedpush seal --lines > /dev/full")
        #expect(run.exitCode == 1)
        #expect(run.errors == "sealedpush: error: standard output cannot be written: no space left on device\n")
    }

    @Test("an error in the arguments is reported once, before any line")
    func arguments() async throws {
        let run = try await folder.run("\(Self.endless) | sealedpush seal --lines --from nobody")
        #expect(run.exitCode == 1)
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("sealedpush: error: notFound: "))
        #expect(try await folder.run("sealedpush seal --lines -o out").exitCode == 64)
    }

    @Test("empty input is no error")
    func empty() async throws {
        let run = try await folder.run("sealedpush seal --lines < /dev/null")
        #expect(run.exitCode == 0)
        #expect(run.output == "")
    }

    @Test("on a terminal, a long run shows its progress and erases it")
    func progress() async throws {
        let run = try await folder.runOnTerminal(
            "(\(Self.endless) & read -r; kill $!) | sealedpush seal --lines | wc -l > count",
            typing: [(once: "not sealed", text: "\n")], errorsApart: false)
        #expect(run.output.contains(" a second, 0 not sealed"))
        #expect(run.output.hasSuffix("\r\u{1B}[K"))
    }
}
