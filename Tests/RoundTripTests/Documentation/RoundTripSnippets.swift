import ExtensionHost
import PushOpener
import RoundTrip
import TestSupport
import Testing

// The code of the guide to the round trip, compiled and run as it is printed there.

/// An extension, whose values are all overridden here.
class BankNotificationService: SealedNotificationService {}

final class TestedService: BankNotificationService {
    let input: OpeningInput

    init(_ input: OpeningInput) {
        self.input = input
        super.init()
    }

    override func keys() throws -> OpeningKeys { try input.openingKeys }
    override var topic: String { input.topic }
    override var audience: String { input.audience }
    override var policy: Opener.Policy { input.policy }
    override var clock: WallClock { .fixed(input.now) }
    override var replayStore: (any ReplayStore)? { input.replayStore }
}

@Suite("The examples of the guide to the round trip run")
struct RoundTripSnippets {
    @Test("our payloads survive sealing")
    func roundTrip() async throws {
        let harness = try RoundTrip(keys: .generate())
        for outcome in await harness.check(Payload(alert: .init(title: "Payment received", body: "€ 240 from Jane"))) {
            #expect(!outcome.isBroken, "\(outcome)")
        }
    }

    @Test("our extension shows our payloads as meant, and placeholders for the rest")
    func ourExtension() async throws {
        var harness = try RoundTrip(keys: .generate())
        harness.implementation = .toolkit { TestedService($0) }
        for outcome in await harness.check(Payload(alert: .init(title: "Payment received", body: "€ 240 from Jane"))) {
            #expect(!outcome.isBroken, "\(outcome)")
        }
    }

    @Test("every example is printed as it is compiled here")
    func printed() throws {
        let page = try DocumentExamples(of: "SealedPush.docc/TestingWithTheRoundTrip.md")
        #expect(page.examples.count == 3)
        #expect(page.uncompiledLines == [])
    }
}
