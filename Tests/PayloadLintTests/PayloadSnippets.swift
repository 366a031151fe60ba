import Foundation
import PayloadLint
import PushPayload
import TestSupport
import Testing

/// The code of Documentation/payload.md, compiled and run as it is printed there.
@Suite("The examples of payload.md run")
struct PayloadSnippets {
    @Test("a Live Activity's update has headers and a report")
    func report() throws {
        var printed: [String] = []
        func print(_ text: String) { printed.append(text) }

        let payload = Payload.liveActivityUpdate(contentState: ["goals": 2], timestamp: 1_793_448_000)
        let headers = try PushHeaders(for: payload, topic: "com.example.app")  // type and topic suffix from the content
        let report = Linter().lint(payload, headers: headers.fields)
        print(report.text(named: "push.json"))

        #expect(headers.fields.contains { $0 == ("apns-topic", "com.example.app.push-type.liveactivity") })
        #expect(printed.count == 1 && !report.diagnostics.contains { $0.severity == .error })
    }

    @Test("a policy changes severities")
    func policy() throws {
        var linter = Linter()
        if let rule = LintRule(code: "null-value") { linter[rule] = .error }
        for rule in LintRule.all where rule.severity == .note { linter[rule] = nil }

        #expect(linter.lint(Array(#"{"aps":{"alert":"a"},"b":null}"#.utf8)).diagnostics.map(\.severity) == [.error])
    }

    @Test("every example is printed as it is compiled here")
    func printed() throws {
        let page = try DocumentExamples(of: "payload.md", and: "Tests/PushSealerTests/PayloadSnippets.swift")
        #expect(page.examples.count == 4)
        #expect(page.uncompiledLines == [])
    }
}
