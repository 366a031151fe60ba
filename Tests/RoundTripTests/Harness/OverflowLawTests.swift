import PushPayload
import RoundTrip
import SealedEnvelope
import Testing

/// The laws for payloads that overflow steps make fit.
@Suite("Overflow steps in the harness")
struct OverflowLawTests {
    private static let body = PayloadPath("aps.alert.body")
    private static let long = String(repeating: "long € 👩🏽‍🚀 ", count: 400)

    private static func harness(_ steps: [OverflowStep]) throws -> RoundTrip {
        var harness = try RoundTrip(keys: LawTests.keys.get())
        harness.audience = "account 1"
        harness.options.overflow = steps
        harness.samples = 4
        return harness
    }

    private static func payload(body: String, _ members: JSONObject = [:]) -> Payload {
        var payload = Payload(alert: Alert(title: "Payment received", body: body))
        for member in members { payload[member.name] = member.value }
        return payload
    }

    /// A payload and steps that make it fit.
    struct Sample: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let payload: Payload
        let steps: [OverflowStep]
    }

    static let samples = [
        Sample(
            testDescription: "a payload that fits", payload: payload(body: "short", ["account": "DE89 3704 0044"]),
            steps: [.shorten(body), .drop(PayloadPath("account"))]),
        Sample(testDescription: "a text is shortened", payload: payload(body: long), steps: [.shorten(body)]),
        Sample(
            testDescription: "the text form of an alert is shortened", payload: Payload(alert: Alert(text: long)),
            steps: [.shorten(body)]),
        Sample(
            testDescription: "a member is dropped, and the next one stays",
            payload: payload(body: "short", ["log": .string(long), "account": "DE89 3704 0044"]),
            steps: [.drop(PayloadPath("absent")), .drop(PayloadPath("log")), .drop(PayloadPath("account"))]),
        Sample(
            testDescription: "a text that is not enough, then a member",
            payload: payload(body: "two words", ["log": .string(long)]),
            steps: [.shorten(body), .drop(PayloadPath("log"))]),
        Sample(
            testDescription: "the body is replaced", payload: payload(body: long),
            steps: [.replaceBody(with: "Open the app", member: "message", reference: "m-42")]),
    ]

    @Test("every law holds, or does not apply for a stated reason", arguments: samples)
    func laws(_ sample: Sample) async throws {
        var harness = try Self.harness(sample.steps)
        harness.paddings = [.none, .maximum]
        var held: Set<Law> = []
        for outcome in await harness.check(sample.payload) {
            switch outcome.verdict {
            case .held: held.insert(outcome.law)
            case .doesNotApply(let reason): #expect(!reason.isEmpty)
            case .broken, .failed, .notSealed: Issue.record("\(outcome)")
            }
        }
        // After shortening, at most a few bytes are left: no room for another member, a time or visible members.
        let large: Set<Law> = [.sizeExactAtTheEdge, .expiredRefused, .visibleMembersRestored]
        #expect(held.isSuperset(of: Set(Law.allCases.filter(\.isAboutPayloads)).subtracting(large)))
    }

    @Test("the object of a Live Activity is shortened")
    func liveActivity() async throws {
        let harness = try Self.harness([.shorten(PayloadPath("aps.content-state.text"))])
        let payload = Payload.liveActivityUpdate(contentState: ["text": .string(Self.long)], timestamp: 1_793_448_000)
        let outcomes = await harness.check(payload)
        #expect(outcomes.contains { $0.law == .restoredExactly && $0.isHeld })
        #expect(outcomes.filter(\.isBroken).isEmpty)
    }

    @Test("a payload that no step makes fit is not sealed")
    func tooLarge() async throws {
        var harness = try Self.harness([.drop(PayloadPath("absent"))])
        harness.laws = [.restoredExactly]
        for outcome in await harness.check(Self.payload(body: Self.long)) {
            #expect(outcome.verdict == .notSealed(outcome.message) && outcome.message.hasPrefix("tooLarge: "))
        }
    }

    @Test("each fault that is found without overflow is found in a payload from which a member was dropped")
    func faults() async throws {
        for fault in BrokenImplementationTests.faults {
            var harness = try Self.harness([.drop(PayloadPath("log"))])
            harness.laws = [fault.law]
            harness.suites = Array(fault.suites.prefix(1))
            harness.paddings = [.none]
            harness.samples = 64
            var payload = BrokenImplementationTests.payload
            payload["log"] = .string(Self.long)
            #expect(await harness.check(payload).allSatisfy(\.isHeld))
            fault.change(&harness.implementation)
            let outcomes = await harness.check(payload)
            #expect(outcomes.count == 1 && outcomes.allSatisfy(\.isBroken), "\(fault.testDescription): \(outcomes)")
        }
    }

    /// A sealer that makes a mistake with the steps, and the message of the law.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let payload: Payload
        let steps: [OverflowStep]
        let message: String
        /// Changes the inputs of a seal with steps.
        let change: @Sendable (inout Payload, inout SealingInput) -> Void
    }

    static let mistakes = [
        Mistake(
            testDescription: "a step is taken although the payload fits", payload: payload(body: "short", ["log": "x"]),
            steps: [.drop(PayloadPath("log"))], message: "/log: string expected, nothing found"
        ) { payload, _ in payload["log"] = nil },
        Mistake(
            testDescription: "the text is shortened more than necessary", payload: payload(body: long),
            steps: [.shorten(body)], message: "/aps/alert/body: another string found"
        ) { payload, _ in payload.aps.alert?.body = "…" },
        Mistake(
            testDescription: "the steps are taken in another order",
            payload: payload(body: "short", ["log": .string(long), "account": .string(long)]),
            steps: [.drop(PayloadPath("log")), .drop(PayloadPath("account"))],
            message: "/log: nothing expected, string found"
        ) { payload, input in
            payload = OverflowLawTests.payload(body: "short", ["log": "x"])
            input.options.overflow = []
        },
        Mistake(
            testDescription: "the steps are not taken", payload: payload(body: long), steps: [.shorten(body)],
            message: "refused as tooLarge, although the overflow steps make the payload fit"
        ) { _, input in input.options.overflow = [] },
        Mistake(
            testDescription: "a member is dropped that no step names", payload: payload(body: long),
            steps: [.drop(PayloadPath("log"))],
            message: "sealed, although the payload is too large after every overflow step"
        ) { payload, _ in payload.aps.alert?.body = "" },
    ]

    @Test("a mistake with the steps breaks the law of restoring", arguments: mistakes)
    func found(_ mistake: Mistake) async throws {
        var harness = try Self.harness(mistake.steps)
        harness.laws = [.restoredExactly]
        harness.paddings = [.none]
        let seal = harness.implementation.seal
        harness.implementation.seal = { payload, input in
            var (payload, input) = (payload, input)
            if !input.options.overflow.isEmpty { mistake.change(&payload, &input) }
            return try await seal(payload, input)
        }
        let outcomes = await harness.check(mistake.payload)
        #expect(outcomes.count == SealingSuite.allCases.count)
        for outcome in outcomes { #expect(outcome.verdict == .broken(mistake.message)) }
    }
}
