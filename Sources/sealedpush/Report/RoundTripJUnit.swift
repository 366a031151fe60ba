import RoundTrip
import SealedEnvelope

extension RoundTripResult {
    /// The result as JUnit XML for continuous integration: a test suite for each suite, with a test case for each law
    /// with each payload, and one for each law with all random payloads.
    ///
    /// Valid against the schema of Jenkins's xUnit plugin (junit-10.xsd). Characters that XML does not permit, such as
    /// a control character in a file's name, are written as JSON escapes.
    func junit() -> String {
        var parts = report.suites.map(testSuite)
        if !unreadable.isEmpty { parts.append(unreadableSuite) }
        var all = XMLElement("testsuites", ["name": "sealedpush roundtrip"])
        all.add(counts: parts.flatMap(\.children))
        all.attributes.append(("time", Self.time(seconds)))
        all.children = parts
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + all.text()
    }

    private func testSuite(of suite: SealingSuite) -> XMLElement {
        var rows = Array(report.cases.enumerated())
        if report.random > 0 { rows.append((report.cases.count, randomName)) }
        var element = XMLElement("testsuite", ["name": suite.name])
        for law in report.laws {
            for (row, name) in rows {
                var test = XMLElement(
                    "testcase", ["classname": "roundtrip.\(suite.name).\(law.rawValue)", "name": name])
                if let end = end(of: law, in: suite, row: row) { test.children.append(end) }
                element.children.append(test)
            }
        }
        element.add(counts: element.children, withSkipped: true)
        return element
    }

    /// Returns the failure or skip element of a test case; nil if the law holds.
    private func end(of law: Law, in suite: SealingSuite, row: Int) -> XMLElement? {
        let tally = report.tally(of: law, in: suite, row: row)
        let failure = report.failures.first {
            $0.row == row && $0.outcome.law == law && $0.outcome.suite == suite
        }
        if let failure {
            var element = XMLElement("failure", ["type": law.rawValue, "message": failure.outcome.message])
            element.content = failure.lines.joined(separator: "\n")
            return element
        }
        guard tally.held == 0 else { return nil }
        return XMLElement("skipped", ["message": tally.reason ?? "none of these payloads was sealed in this suite"])
    }

    private var randomName: String {
        "random payloads, seeds \(report.seed) to \(report.seed &+ UInt64(report.random - 1))"
    }

    private var unreadableSuite: XMLElement {
        var element = XMLElement("testsuite", ["name": "payloads"])
        element.children = unreadable.map { entry in
            var test = XMLElement("testcase", ["classname": "roundtrip.payloads", "name": entry.name])
            test.children = [XMLElement("error", ["type": "unreadable", "message": entry.reason])]
            return test
        }
        element.add(counts: element.children, withSkipped: true)
        return element
    }

    private static func time(_ seconds: Double) -> String {
        let thousandths = Int((max(seconds, 0) * 1000).rounded())
        let fraction = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    }
}

/// An element of an XML document.
private struct XMLElement {
    let name: String
    var attributes: [(name: String, value: String)]
    var children: [XMLElement] = []
    var content = ""

    init(_ name: String, _ attributes: KeyValuePairs<String, String>) {
        self.name = name
        self.attributes = attributes.map { ($0.key, $0.value) }
    }

    /// Adds the counts of failed and skipped test cases.
    mutating func add(counts tests: [XMLElement], withSkipped: Bool = false) {
        func count(_ name: String) -> String { "\(tests.count { $0.children.contains { $0.name == name } })" }
        attributes += [("tests", "\(tests.count)"), ("failures", count("failure")), ("errors", count("error"))]
        if withSkipped { attributes.append(("skipped", count("skipped"))) }
    }

    func text(margin: String = "") -> String {
        var text = "\(margin)<\(name)"
        for (name, value) in attributes { text += " \(name)=\"\(Self.escape(value))\"" }
        guard !children.isEmpty || !content.isEmpty else { return text + "/>\n" }
        guard !children.isEmpty else { return text + ">\(Self.escape(content, keepingLineFeeds: true))</\(name)>\n" }
        return text + ">\n" + children.map { $0.text(margin: margin + "  ") }.joined() + "\(margin)</\(name)>\n"
    }

    /// Escapes text by XML 1.0 §2.2 and §2.4; control characters, including bidirectional controls, become JSON
    /// escapes.
    private static func escape(_ text: String, keepingLineFeeds: Bool = false) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\n" where keepingLineFeeds: escaped += "\n"
            default:
                switch scalar.value {
                case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF:
                    let digits = String(scalar.value, radix: 16)
                    escaped += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
                default: escaped.unicodeScalars.append(scalar)
                }
            }
        }
        return escaped
    }
}
