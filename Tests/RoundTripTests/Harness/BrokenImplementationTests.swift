import Foundation
import PushPayload
import RoundTrip
import SealedEnvelope
import Testing

/// A harness that cannot fail proves nothing: each law is broken here by a half that makes the mistake it is about.
@Suite("Broken implementations are found")
struct BrokenImplementationTests {
    static let payload: Payload = {
        var payload = Payload(alert: .init(title: "Payment received", body: "€ 240 from Jane"))
        payload["account"] = "DE89 3704 0044 0532 0130 00"
        payload["amount"] = 240
        payload.aps.badge = 3
        payload.root[at: "aps.content-available"] = 1
        return payload
    }()

    /// A fault and the law that must notice it.
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let law: Law
        var suites = SealingSuite.allCases
        /// What the law says, or the beginning of it.
        let message: String
        let change: @Sendable (inout Implementation) -> Void
    }

    @Test("every law is broken by some fault")
    func allLaws() {
        #expect(Set((Self.faults + Self.corpusFaults).map(\.law)) == Set(Law.allCases))
    }

    @Test("a fault of the bytes that a sealer writes breaks one law only", arguments: formatFaults)
    func alone(_ fault: Fault) async throws {
        var harness = try RoundTrip(keys: LawTests.keys.get())
        harness.paddings = [.standard]
        harness.samples = 8
        fault.change(&harness.implementation)
        let broken = await harness.check(Self.payload).filter(\.isBroken)
        #expect(Set(broken.map(\.law)) == [fault.law], "\(broken)")
    }

    @Test("the fault is found and reported in one line", arguments: faults)
    func found(_ fault: Fault) async throws {
        var harness = try RoundTrip(keys: LawTests.keys.get())
        harness.audience = "account 1"
        harness.laws = [fault.law]
        harness.suites = fault.suites
        harness.paddings = [.none]
        let sound = await harness.check(Self.payload)
        #expect(sound.filter(\.isHeld).count == fault.suites.count)

        fault.change(&harness.implementation)
        let outcomes = await harness.check(Self.payload)
        #expect(outcomes.count == fault.suites.count)
        for outcome in outcomes {
            guard case .broken(let message) = outcome.verdict else {
                Issue.record("not found: \(outcome)")
                continue
            }
            #expect(message.hasPrefix(fault.message), "\(outcome)")
            #expect(!message.contains("Jane") && !message.contains("DE89"), "the message shows content: \(message)")
        }
    }
}
