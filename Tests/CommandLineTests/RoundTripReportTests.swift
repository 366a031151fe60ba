import Foundation
import KeyManagement
import PushPayload
import RoundTrip
import SealedEnvelope
import StrictJSON
import Testing

@testable import sealedpush

@Suite("A run's report for programs")
struct RoundTripReportTests {
    /// Names that terminals and readers of logs could stumble over.
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
        #expect(json["skipped"]?.arrayValue?.count == 1)
        #expect(json["unreadable"] == [["payload": "none", "reason": .string("none is not a payload: <\u{7}>")]])
    }

    @Test("a failure is reported with its payload")
    func lines() async throws {
        let failures = try await Self.result().report.failures
        #expect(
            failures.first?.lines == [
                "restoredExactly in hpke-auth, no padding: /lost: string expected, nothing found",
                "with \(Self.hostile), and in 1 seals more",
            ])
    }
}
