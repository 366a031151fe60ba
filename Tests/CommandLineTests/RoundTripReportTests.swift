import Foundation
import FoundationXML
import KeyManagement
import PushPayload
import RoundTrip
import SealedEnvelope
import StrictJSON
import Testing

@testable import sealedpush

@Suite("A run's report for programs")
struct RoundTripReportTests {
    /// Names that XML, terminals and readers of logs could stumble over.
    static let hostile = "a<b>&\"'\u{1b}[31m\u{0}\n\t]]>\u{202e}\u{ffff}é\u{1f680}"

    /// A sound case, a broken one, one that is too large, and one that was not there.
    static func result() async throws -> RoundTripResult {
        var payment = Payload(alert: .init(title: "Payment received", body: "€ 240 from Jane"))
        payment["account"] = "DE89 3704 0044 0532 0130 00"
        var lost = payment
        lost["lost"] = "x"
        lost["kept"] = true
        var large = payment
        large["text"] = .string(String(repeating: "x", count: 5000))
        let cases = [
            RoundTripCase("sound", payload: payment),
            RoundTripCase(hostile, payload: lost),
            RoundTripCase("large", payload: large),
        ]
        var harness = try RoundTrip(keys: .generate())
        harness.laws = [.restoredExactly, .wrongSenderRefused]
        harness.paddings = [.none, .standard]
        let open = harness.implementation.open
        harness.implementation.open = { body, input in
            var opened = try await open(body, input)
            opened["lost"] = nil
            return opened
        }
        let report = await harness.run(cases, random: 8)
        let unreadable = [UnreadableFile(name: "none", reason: "none is not a payload: <\u{7}>")]
        return RoundTripResult(report: report, unreadable: unreadable, seconds: 61.0626)
    }

    @Test("JSON holds the counts of every law in every suite, the failures, and what was left out")
    func json() async throws {
        let json = try await Self.result().json
        #expect(json["held"] == false)
        #expect(json["payloads"] == 3)
        #expect(json["random"] == ["count": 8, "seed": 1])
        #expect(json["seconds"] == 61.063)
        let laws = try #require(json["laws"]?.arrayValue).compactMap(\.objectValue)
        #expect(laws.map { $0["law"] } == ["restoredExactly", "wrongSenderRefused"])
        // Two seals of the sound payload and, as seeds take turns, two of random ones.
        #expect(
            laws[0]["suites"]?.objectValue?["shared"]
                == ["held": 4, "broken": 2, "doesNotApply": 0, "notSealed": 2, "trials": 4])
        let failures = try #require(json["failures"]?.arrayValue).compactMap(\.objectValue)
        #expect(failures.count == SealingSuite.allCases.count)
        #expect(failures[0]["payload"] == .string(Self.hostile))
        #expect(failures[0]["padding"] == "no padding")
        #expect(failures[0]["message"] == "/lost: string expected, nothing found")
        #expect(
            failures[0]["smallest"] == ["payload": ["lost": ""], "message": "/lost: string expected, nothing found"])
        #expect(json["skipped"]?.arrayValue?.count == 1)
        #expect(json["unreadable"] == [["payload": "none", "reason": .string("none is not a payload: <\u{7}>")]])
    }

    @Test("a failure is reported with its payload and the smallest failing one")
    func lines() async throws {
        let failures = try await Self.result().report.failures
        #expect(
            failures.first?.lines == [
                "restoredExactly in hpke-auth, no padding: /lost: string expected, nothing found",
                "with \(Self.hostile), and in 1 seals more", #"shown by {"lost":""}"#,
            ])
    }

    @Test("JUnit XML is well formed, has the schema's elements and attributes, and its counts are true")
    func junit() async throws {
        let text = try await Self.result().junit()
        let reader = JUnitReader()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = reader
        #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
        #expect(reader.unexpected == [])
        // Two laws, three payloads and the random ones, in each suite, and what could not be read.
        let names = SealingSuite.allCases.map(\.name)
        let count = names.count
        #expect(reader.counts["testcase"] == 2 * 4 * count + 1)
        #expect(reader.counts["testsuite"] == count + 1)
        #expect(reader.counts["failure"] == count)
        #expect(reader.counts["error"] == 1)
        // The payload that is too large; in suites without a sender one law says nothing of the sound, the broken and random ones.
        let skipped = SealingSuite.allCases.map { $0.authenticatesSender ? 2 : 5 }
        #expect(reader.counts["skipped"] == skipped.reduce(0, +))
        let root = try #require(reader.roots.first)
        #expect(root["tests"] == "\(8 * count + 1)" && root["failures"] == "\(count)" && root["errors"] == "1")
        #expect(root["time"] == "61.063")
        let suites = reader.suites
        #expect(suites.map { $0["name"] } == names + ["payloads"])
        #expect(suites.map { $0["skipped"] } == skipped.map(String.init) + ["0"])
        #expect(suites.map { $0["failures"] } == names.map { _ in "1" } + ["0"])
        let name = #"a<b>&"'\u001b[31m\u0000\u000a\u0009]]>\u202e\uffffé🚀"#
        #expect(reader.caseNames.contains(name))
        #expect(reader.caseNames.contains("random payloads, seeds 1 to 8"))
        #expect(reader.messages.contains("/lost: string expected, nothing found"))
        #expect(reader.messages.contains(#"none is not a payload: <\u0007>"#))
        #expect(reader.texts.contains { $0.contains(#"shown by {"lost":""}"#) })
    }
}

/// Reads JUnit XML by the elements and attributes of junit-10.xsd of Jenkins's xUnit plugin.
private final class JUnitReader: NSObject, XMLParserDelegate {
    var counts: [String: Int] = [:]
    var unexpected: [String] = []
    var roots: [[String: String]] = []
    var suites: [[String: String]] = []
    var caseNames: [String] = []
    var messages: [String] = []
    var texts: [String] = []
    private var path: [String] = []

    private static let allowed: [String: (parent: String?, required: Set<String>, optional: Set<String>)] = [
        "testsuites": (nil, [], ["name", "time", "tests", "failures", "errors"]),
        "testsuite": (
            "testsuites", ["name", "tests", "failures", "errors"],
            ["group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url"]
        ),
        "testcase": ("testsuite", ["name"], ["time", "classname", "group"]),
        "failure": ("testcase", [], ["type", "message"]),
        "error": ("testcase", [], ["type", "message"]),
        "skipped": ("testcase", [], ["type", "message"]),
    ]

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        counts[name, default: 0] += 1
        if let rule = Self.allowed[name] {
            let names = Set(attributes.keys)
            if rule.parent != path.last || !rule.required.isSubset(of: names)
                || !names.isSubset(of: rule.required.union(rule.optional))
            {
                unexpected.append("\(path) \(name) \(attributes)")
            }
        } else {
            unexpected.append(name)
        }
        switch name {
        case "testsuites": roots.append(attributes)
        case "testsuite": suites.append(attributes)
        case "testcase": caseNames.append(attributes["name"] ?? "")
        default: messages.append(attributes["message"] ?? "")
        }
        path.append(name)
        texts.append("")
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        if path.last == "failure" { texts[texts.count - 1] += text }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        path.removeLast()
    }
}
