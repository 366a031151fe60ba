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
}
