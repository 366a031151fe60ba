import PayloadLint
import PushPayload
import StrictJSON
import Testing

@Suite("The linter's reports")
struct LintReportTests {
    private func report(_ text: String, headers: [(name: String, value: String)]? = nil) -> LintReport {
        Linter().lint(Array(text.utf8), headers: headers)
    }

    @Test("the text has the form of a compiler's: position, message, line, caret, source, count")
    func text() {
        let report = report("{\n  \"aps\": {\"alert\": {\"title\": \"é\"}, \"badge\": \"3\"}\n}")
        #expect(
            report.text(named: "push.json") == """
                push.json:2:46: error: badge is a whole number, not a string. [wrong-type]
                      "aps": {"alert": {"title": "é"}, "badge": "3"}
                                                                ^~~
                    source: Apple, Generating a remote notification; \
                Apple, Starting and updating Live Activities with ActivityKit push notifications
                1 error

                """)
    }

    @Test(
        "a message says what is wrong in the words of a person",
        arguments: [
            (#"{"aps":{"badge":5.6}}"#, "badge is a whole number, without a fraction."),
            (#"{"aps":{"badge":1e400}}"#, "badge is a whole number of 64 bits; this one is too large."),
            (#"{"aps":{"badge":1,}}"#, "The text is not strict JSON: found a comma before }."),
            (
                #"{"message":{"apns":{"payload":{"aps":{}}}}}"#,
                "The payload is the dictionary at /message/apns/payload, which has aps; it is sent alone."
            ),
            (#"{"aps":{"badge":1},"content_available":1}"#, "Apple's key content-available belongs in aps."),
            (#"{"aps":{"badge":1},"loc-key":"K"}"#, "Apple's key loc-key belongs in alert."),
            (#"{"apns":{"badge":1}}"#, "Apple's key is aps."),
        ])
    func words(text: String, message: String) {
        #expect(report(text).diagnostics.map(\.message) == [message])
    }

    @Test(
        "an app's own members are no finding",
        arguments: [
            #"{"aps":{"badge":1},"thread_id":"a","category":"b","sound":"c","threadId":"d","headers":{"a":1}}"#,
            #"{"aps":{"badge":1},"data":{"aps":{"alert":"x"}},"message":{"token":"t","notification":{}}}"#,
            #"{"to":"Jane"}"#,
            #"{"message":{"text":"Hi"}}"#, #"{"aps":{"badge":1},"at":1793448000,"apns":{"badge":1}}"#,
        ])
    func own(text: String) {
        #expect(report(text).diagnostics.map(\.rule.code) == [])
    }

    @Test("a header is named, and severities are counted")
    func header() {
        let report = report(#"{"aps":{"alert":"Hi"}}"#, headers: [("apns-push-type", "alert")])
        #expect(
            report.text(named: "-") == """
                -:1:17: note: Apple recommends a dictionary for an alert; a string becomes its body. [alert-as-text]
                    {"aps":{"alert":"Hi"}}
                                    ^~~~
                    source: Apple, Generating a remote notification
                -: apns-topic: warning: A topic is required unless the certificate is for a single topic. [topic-missing]
                    source: Apple, Sending notification requests to APNs; \
                Apple, Handling notification responses from APNs: 400 MissingTopic
                1 warning, 1 note

                """)
        #expect(report.isClean(of: .error) && !report.isClean(of: .warning) && !report.isClean(of: .note))
    }

    @Test("a clean payload has an empty report")
    func clean() {
        let report = report(#"{"aps":{"badge":0}}"#)
        #expect(report.text(named: "x") == "" && report.isClean(of: .note))
        #expect(report.json == ["diagnostics": [], "pushType": "alert", "byteCount": 19, "limit": 4096])
    }

    @Test("a long line is shortened around the caret, and nothing in it moves the cursor")
    func longLine() {
        let filler = String(repeating: "x", count: 3_000)
        let report = report("{\"a\":\"\(filler)\u{202E}\",\"aps\":{\"badge\":true},\"b\":\"\(filler)\"}")
        let lines = report.text(named: "x", width: 60).split(separator: "\n")
        #expect(lines[1].count == 64 && lines[1].contains("\"badge\":true"))
        #expect(!lines[1].unicodeScalars.contains("\u{202E}"))
        #expect(lines[2].drop { $0 == " " } == "^~~~")
        #expect(Array(lines[1])[lines[2].count - 4] == "t")
    }

    @Test("a member's name cannot control the terminal")
    func hostileName() {
        let text = report(#"{"aps":{"badge":1,"\u001b[2J\u202e":1}}"#).text(named: "x\ny")
        #expect(text.hasPrefix("x y:1:19: warning: "))
        #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    }

    @Test("the caret for an unexpected end is after the last character")
    func end() {
        let lines = report(#"{"aps":"#).text(named: "x").split(separator: "\n")
        #expect(lines[0].hasPrefix("x:1:8: error: "))
        #expect(lines[2] == "           ^")
    }

    @Test("the push type of the caller precedes that of the headers, and that precedes the content")
    func precedence() {
        let text = Array(#"{"a":1}"#.utf8)
        #expect(Linter().lint(text).pushType == nil)
        #expect(Linter().lint(text, headers: [("APNS-Push-Type", "voip")]).pushType == .voip)
        #expect(Linter().lint(text, as: .location, headers: [("apns-push-type", "voip")]).pushType == .location)
    }

    @Test(
        "the limit is that of the push type, and a payload of exactly that size passes",
        arguments: PushType.documented.map { ($0, $0 == .voip ? 5_120 : 4_096) })
    func limit(type: PushType, limit: Int) {
        for (size, isTooLarge) in [(limit, false), (limit + 1, true)] {
            let text = #"{"a":""# + String(repeating: "x", count: size - 8) + #""}"#
            let report = Linter().lint(Array(text.utf8), as: type)
            #expect(report.byteCount == size && report.limit == limit)
            #expect(report.diagnostics.map(\.rule.code).contains("payload-too-large") == isTooLarge)
        }
    }

    @Test("at most the first 100 breaches of a rule are reported, without an effect on other rules")
    func bound() {
        for (count, reported) in [(99, 99), (100, 100), (101, 100), (4_000, 100)] {
            let nulls = (0..<count).map { "\"n\($0)\":null" }.joined(separator: ",")
            let report = Linter().lint(Array("{\(nulls),\"aps\":{\"badge\":\"1\"}}".utf8))
            let found = report.diagnostics.filter { $0.rule.code == "null-value" }
            #expect(found.count == reported)
            #expect(found.map(\.location).map(pointer) == (0..<reported).map { "/n\($0)" })
            #expect(report.diagnostics.contains { $0.rule.code == "wrong-type" })
        }
    }

    private func pointer(of location: Diagnostic.Location) -> String {
        if case .payload(let pointer, _, _, _) = location { pointer } else { "" }
    }

    @Test("each finding among many has the bytes of its own value or name")
    func positions() throws {
        let text = """
            {"a":[1,null,{"x":null,"é":[null]}],"b":{"c":null,"d":{"c":null}},
              "aps":{"alert":{"title":1,"body":2,"loc-args":["a",3,4]},"Badge":1,"own":null,"badge":"1"},"a/b":null}
            """
        let bytes = Array(text.utf8)
        let found = Linter().lint(bytes).diagnostics.map { diagnostic in
            guard case .payload(let pointer, let range, let line, let column) = diagnostic.location else { return "" }
            let before = bytes[..<range.lowerBound]
            #expect(line == before.count { $0 == 0x0A } + 1)
            #expect(column == range.lowerBound - (before.lastIndex(of: 0x0A) ?? -1))
            return "\(diagnostic.rule.code) \(pointer) \(String(decoding: bytes[range], as: UTF8.self))"
        }
        for expected in [
            "null-value /a/1 null", "null-value /a/2/x null", "null-value /a/2/é/0 null", "null-value /b/c null",
            "null-value /b/d/c null", "null-value /a~1b null", "null-value /aps/own null",
            "wrong-type /aps/alert/title 1", "wrong-type /aps/alert/body 2", "wrong-type /aps/alert/loc-args/1 3",
            "wrong-type /aps/alert/loc-args/2 4", "wrong-type /aps/badge \"1\"", "misspelled-key /aps/Badge \"Badge\"",
        ] {
            #expect(found.contains(expected), "\(expected) in \(found)")
        }
    }

    @Test("each of several findings of a line has its own caret")
    func severalInALine() {
        let report = report("{\"é\":null,\"b\":null,\n\"c\":null,\"e\u{301}\":[null],\n\"aps\":{\"badge\":0}}")
        let lines = report.text(named: "x").split(separator: "\n")
            .filter { $0.hasPrefix("    ") && !$0.contains("source") }
        #expect(
            lines == [
                #"    {"é":null,"b":null,"#, "         ^~~~",
                #"    {"é":null,"b":null,"#, "                  ^~~~",
                "    \"c\":null,\"e\u{301}\":[null],", "        ^~~~",
                "    \"c\":null,\"e\u{301}\":[null],", "                  ^~~~",
            ])
    }
}
