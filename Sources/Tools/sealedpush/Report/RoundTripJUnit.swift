import Foundation
import RoundTrip
import SealedEnvelope

extension RoundTripResult {
    /// The result as JUnit XML for continuous integration: a test suite for each suite, with a test case for each law
    /// with each payload, one for each law with all random payloads, and one for each case of the corpus.
    ///
    /// Valid against the schema of Jenkins's xUnit plugin (junit-10.xsd). Characters that XML does not permit, such as
    /// a control character in a file's name, are written as JSON escapes.
    func junit() -> String {
        var rows = report.cases
        if report.random > 0 {
            rows.append("random payloads, seeds \(report.seed) to \(report.seed &+ UInt64(report.random - 1))")
        }
        var suites = report.suites.map { suite in
            var tests = report.laws.filter(\.isAboutPayloads).flatMap { law in
                rows.enumerated().map { row, name in
                    let end = end(of: law, in: suite, row: row)
                    return TestCase(className: "roundtrip.\(suite.name).\(law.rawValue)", name: name, end: end)
                }
            }
            for (index, row) in report.corpus.enumerated() where row.suite == suite {
                let end = end(of: row.case.law, in: suite, row: report.cases.count + 1 + index)
                let className = "roundtrip.\(suite.name).\(row.case.law.rawValue)"
                tests.append(TestCase(className: className, name: row.case.name, end: end))
            }
            return TestSuite(name: suite.name, tests: tests)
        }
        if !unreadable.isEmpty {
            let tests = unreadable.map { file in
                let end = XMLElement("error", [("type", "unreadable"), ("message", file.reason)])
                return TestCase(className: "roundtrip.payloads", name: file.name, end: end)
            }
            suites.append(TestSuite(name: "payloads", tests: tests))
        }
        let name = "sealedpush roundtrip\(programs.map { " with \($0)" } ?? "")"
        let all = TestSuite(name: name, tests: suites.flatMap(\.tests))
        let time = ("time", String(format: "%.3f", max(seconds, 0)))
        let root = XMLElement("testsuites", all.attributes + [time], "\n" + suites.map(\.element.text).joined())
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + root.text
    }

    /// Returns the failure or skip of a test case; nil if the law holds.
    private func end(of law: Law, in suite: SealingSuite, row: Int) -> XMLElement? {
        let failure = report.failures.first { $0.row == row && $0.outcome.law == law && $0.outcome.suite == suite }
        if let failure {
            let lines = failure.lines.joined(separator: "\n").escapedForXML(keepingLineFeeds: true)
            return XMLElement("failure", [("type", law.rawValue), ("message", failure.outcome.message)], lines)
        }
        let tally = report.tally(of: law, in: suite, row: row)
        guard tally.held == 0 else { return nil }
        let reason = tally.reason ?? "none of these payloads was sealed in this suite"
        return XMLElement("skipped", [("message", reason)])
    }
}

private struct TestCase {
    let className: String
    let name: String
    /// The element of a test case that did not succeed: `failure`, `error` or `skipped`.
    let end: XMLElement?

    var element: XMLElement {
        XMLElement("testcase", [("classname", className), ("name", name)], end.map { "\n\($0.text)" } ?? "")
    }
}

private struct TestSuite {
    let name: String
    let tests: [TestCase]

    var attributes: [(String, String)] {
        [("name", name), ("tests", "\(tests.count)"), ("failures", count("failure")), ("errors", count("error"))]
    }

    var element: XMLElement {
        let skipped = ("skipped", count("skipped"))
        return XMLElement("testsuite", attributes + [skipped], "\n" + tests.map(\.element.text).joined())
    }

    private func count(_ end: String) -> String {
        "\(tests.count { $0.end?.name == end })"  // bytes: both are words of this file
    }
}

private struct XMLElement {
    let name: String
    /// The element, with its end and a line feed.
    let text: String

    /// Creates an element; the content is escaped already.
    init(_ name: String, _ attributes: [(String, String)], _ content: String = "") {
        self.name = name
        let start = "<\(name)" + attributes.map { " \($0.0)=\"\($0.1.escapedForXML())\"" }.joined()
        text = content.isEmpty ? "\(start)/>\n" : "\(start)>\(content)</\(name)>\n"
    }
}

extension String {
    /// Returns the text escaped by XML 1.0 §2.2 and §2.4; control characters become JSON escapes.
    fileprivate func escapedForXML(keepingLineFeeds: Bool = false) -> String {
        let escapes: [Unicode.Scalar: String] = [
            "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "\u{FFFE}": "\\ufffe", "\u{FFFF}": "\\uffff",
        ]
        // By scalar: a "<" with a combining mark is another Character than "<".
        return showingControls(keepingLineFeeds: keepingLineFeeds).unicodeScalars
            .map { escapes[$0] ?? String($0) }.joined()
    }
}
