import Conformance
import Foundation
import KeyManagement
import PushPayload
import RoundTrip
import SealedEnvelope
import StrictJSON
import Testing

/// The test vectors and the hostile corpus as laws of the harness.
@Suite("The corpus of the harness")
struct CorpusLawTests {
    static let corpus = Result {
        try Corpus.cases(
            vectors: try #require(KnownAnswerFile.bytes),
            hostile: HostileCase.Kind.allCases.flatMap { try HostileCase.files($0) })
    }

    static func harness() throws -> RoundTrip {
        var harness = try RoundTrip(keys: LawTests.keys.get())
        harness.corpus = try corpus.get()
        return harness
    }

    @Test("the toolkit keeps both laws with every case that reaches it")
    func holds() async throws {
        let report = try await Self.harness().run([])
        #expect(report.isHeld && report.failures.isEmpty && report.skips.isEmpty, "\(report.failures)")
        #expect(report.laws == [.knownAnswersKept, .hostileRefused])
        let lists = ["vectors", "envelopes", "readings", "refusals", "envelopeRefusals", "unsealable"]
        for (law, count) in [
            (Law.knownAnswersKept, lists.reduce(0) { $0 + KnownAnswerFile.cases($1).count }),
            (.hostileRefused, try HostileCase.all(.body).count + HostileCase.all(.payload).count),
        ] {
            // The cases of suite 5 are in chains.json.
            let tallies = SealingSuite.allCases.filter { $0 != .hpkeAuthPSK }.map { report.tally(of: law, in: $0) }
            // Texts that are not payloads never reach a sealer: 4 of the vectors, and the malformed ones of the corpus.
            let malformed = try HostileCase.all(.payload).count { $0.expected == "malformed" }
            let texts = law == .knownAnswersKept ? 4 : malformed
            #expect(tallies.reduce(0) { $0 + $1.held + $1.doesNotApply } <= count)
            #expect(tallies.reduce(0) { $0 + $1.held } == count - texts)
            #expect(tallies.reduce(0) { $0 + $1.doesNotApply } == texts)
            #expect(tallies.allSatisfy { $0.held > 20 })
        }
    }

    @Test("the corpus's own keys are used, and only the suites and the laws of the run")
    func selection() async throws {
        var harness = try RoundTrip(keys: RoundTripKeys())
        harness.corpus = try Self.corpus.get()
        harness.suites = [.shared]
        harness.laws = [.restoredExactly, .knownAnswersKept]
        let report = await harness.run([])
        #expect(report.isHeld && report.laws == [.knownAnswersKept] && report.suites == [.shared])
        let shared = KnownAnswerFile.cases("vectors").filter { $0.number("suite") == 3 }
        #expect(report.tally(of: .knownAnswersKept, in: .shared).held > shared.count)
        #expect(report.tally(of: .knownAnswersKept, in: .hpkeAuth).held == 0)
    }

    @Test("payloads and the corpus are checked in one run")
    func together() async throws {
        var harness = try Self.harness()
        harness.laws = [.restoredExactly, .knownAnswersKept]
        harness.paddings = [.none]
        let report = await harness.run([RoundTripCase("payment", payload: .payment)])
        #expect(report.isHeld && report.laws == [.restoredExactly, .knownAnswersKept])
        #expect(report.tally(of: .restoredExactly, in: .hpkeAuth).held == 1)
        #expect(report.tally(of: .knownAnswersKept, in: .hpkeAuth).held > 100)
    }

    @Test("a fault is found with the case's name", arguments: BrokenImplementationTests.corpusFaults)
    func found(_ fault: BrokenImplementationTests.Fault) async throws {
        var harness = try Self.harness()
        fault.change(&harness.implementation)
        let failures = await harness.run([]).failures.filter { $0.outcome.law == fault.law }
        #expect(
            failures.contains { "\($0.name): \($0.outcome.message)".hasPrefix(fault.message) },
            "\(failures.map { "\($0.name): \($0.outcome.message)" })")
        #expect(failures.allSatisfy { $0.case == nil })
    }

    @Test("a file that is not the test vectors, or lacks a list, a key or a field, is refused")
    func invalidVectors() throws {
        let bytes = try #require(KnownAnswerFile.bytes)
        func reason(_ bytes: [UInt8]) -> String? {
            let error = #expect(throws: CorpusError.self) { try Corpus.cases(vectors: bytes) }
            #expect(error?.code == .invalidVectors)
            return error?.reason
        }
        #expect(reason([]) == "expected the test vectors of format sealedpush-v1")
        #expect(reason(Array("{}".utf8)) == "expected the test vectors of format sealedpush-v1")
        #expect(reason(bytes.dropLast(100)) == "expected the test vectors of format sealedpush-v1")
        let limits = JSONLimits(maximumByteCount: bytes.count)
        let file = try #require(try JSONValue(parsing: bytes, limits: limits).objectValue)
        for (change, message) in [
            ({ $0["refusals"] = nil }, "the test vectors have no list refusals"),
            ({ $0["keys"] = [:] }, "the test vectors have no key device"),
            ({ $0[at: "keys.device.d"] = "AAAA" }, "key device has no usable role or secret"),
            ({ $0["refusals"] = [["name": "x", "body": "{}"]] }, "x has no usable field now"),
            ({ $0["refusals"] = [["name": "x", "body": "{}", "now": 1]] }, "x has no usable field expect"),
            (
                { $0["refusals"] = [["name": "x", "body": "{}", "now": 1, "expect": "lost"]] },
                "x has no usable field expect"
            ),
        ] as [((inout JSONObject) -> Void, String)] {
            var changed = file
            change(&changed)
            #expect(reason(changed.serialized()) == message)
        }
    }

    @Test(
        "a file that is not a hostile case is refused",
        arguments: [
            ("", "no empty line ends the header"), ("kind: body\n", "no empty line ends the header"),
            ("kind\n\n", "a header line has no name and value"), ("kind: mail\nexpect: x\n\n", "no kind that is known"),
            ("kind: body\n\n{}", "no expected class of failure"),
        ])
    func invalidCase(text: String, problem: String) throws {
        let vectors = try #require(KnownAnswerFile.bytes)
        let error = #expect(throws: CorpusError.self) {
            try Corpus.cases(vectors: vectors, hostile: [(name: "a", bytes: Array(text.utf8))])
        }
        #expect(error?.code == .invalidHostileCase)
        #expect(error?.reason == "a is not a case of the hostile corpus: \(problem)")
    }
}
