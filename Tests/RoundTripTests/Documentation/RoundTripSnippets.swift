import ExtensionHost
import Foundation
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

/// A harness for a sender and a reader of our own.
func ourPrograms() throws -> RoundTrip {
    var harness = try RoundTrip(keys: .generate())
    harness.implementation = .programs(
        sealer: HalfProgram("python3 sender.py"), opener: HalfProgram("node reader.js", timeLimit: .seconds(10)))
    return harness
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

    @Test("programs that are not there break every law")
    func programs() async throws {
        var harness = try ourPrograms()
        harness.paddings = [.none]
        for outcome in await harness.check(Payload(alert: .init(title: "Payment received"))) {
            #expect(outcome.isBroken && outcome.failure != nil)
        }
    }

    @Test("our halves keep the test vectors")
    func testVectors() async throws {
        var harness = try RoundTrip(keys: .generate())
        let vectors = try Data(contentsOf: URL(filePath: "Fixtures/vectors/v1.json"))
        harness.corpus = try Corpus(vectors: Array(vectors))
        let report = await harness.run([])
        #expect(report.isHeld, "\(report.failures)")
    }

    @Test("every example is printed as it is compiled here")
    func printed() throws {
        let page = try DocumentExamples(of: "SealedPush.docc/TestingWithTheRoundTrip.md")
        #expect(page.examples.count == 3)
        #expect(page.uncompiledLines == [])
    }
}
