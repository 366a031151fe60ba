import PushPayload
import RoundTrip
import SealedEnvelope
import Testing

/// The laws one by one with one small payload: quick enough to be run again for every mutation of the sources.
@Suite("Each law, with one payload")
struct OnePayloadTests {
    @Test("the law holds in every suite", arguments: Law.allCases.filter(\.isAboutPayloads))
    func holds(_ law: Law) async throws {
        var harness = try RoundTrip(keys: LawTests.keys.get())
        harness.topic = "com.example.bank"
        harness.audience = "account 1"
        harness.laws = [law]
        harness.paddings = [.standard]
        harness.samples = 16
        let outcomes = await harness.check(.payment)
        #expect(outcomes.count == SealingSuite.allCases.count)
        for outcome in outcomes {
            if law == .wrongSenderRefused, !outcome.suite.authenticatesSender { continue }
            #expect(outcome.isHeld, "\(outcome)")
        }
    }
}
