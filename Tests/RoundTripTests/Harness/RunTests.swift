import KeyManagement
import PushPayload
import RoundTrip
import SealedEnvelope
import StrictJSON
import Synchronization
import Testing

/// Runs over many payloads: what is counted, and what is said of what breaks.
@Suite("A run over many payloads")
struct RunTests {
    static func harness() throws -> RoundTrip {
        var harness = try RoundTrip(keys: LawTests.keys.get())
        harness.laws = [.restoredExactly, .wrongSenderRefused]
        harness.paddings = [.none, .standard]
        return harness
    }

    /// An opener that loses every member called `lost`, wherever it was sealed.
    static func forgetful(_ harness: RoundTrip) -> RoundTrip {
        var harness = harness
        let open = harness.implementation.open
        harness.implementation.open = { body, input in
            var opened = try await open(body, input)
            opened["lost"] = nil
            return opened
        }
        return harness
    }

    static func payload(_ members: JSONObject) -> Payload {
        var payload = Payload.payment
        for member in members { payload[member.name.string] = member.value }
        return payload
    }

    @Test("every case is counted in every suite and padding, a random payload in one of them")
    func counts() async throws {
        let cases = [RoundTripCase("a", payload: .payment), RoundTripCase("b", payload: .payment)]
        // Every suite with two paddings.
        let ways = 2 * SealingSuite.allCases.count
        let report = try await Self.harness().run(cases, random: 2 * ways, seed: 5)
        for suite in SealingSuite.allCases {
            // Two cases with two paddings, and of the seeds each way to seal gets two.
            #expect(report.tally(of: .restoredExactly, in: suite).held == 4 + 4)
            let sender = report.tally(of: .wrongSenderRefused, in: suite)
            #expect(suite.authenticatesSender ? sender.held == 8 : sender.doesNotApply == 8 && sender.held == 0)
        }
        #expect(report.isHeld && report.failures.isEmpty && report.skips.isEmpty)
        #expect(report.trials == 4 * ways + 8 * 4 * SealingSuite.allCases.count { $0.authenticatesSender })
    }

    @Test("a random payload is sealed equally under every seed of the run")
    func turns() async throws {
        func suites(_ count: Int, seed: UInt64) async throws -> [SealingSuite] {
            let report = try await Self.harness().run([], random: count, seed: seed)
            return SealingSuite.allCases.filter { report.tally(of: .restoredExactly, in: $0).held > 0 }
        }
        let whole = try await suites(3, seed: 20)
        var parts: Set<SealingSuite> = []
        for seed in 20...22 as ClosedRange<UInt64> {
            try await parts.formUnion(suites(1, seed: seed))
        }
        #expect(parts == Set(whole))
        let edge = try await suites(2, seed: .max)
        #expect(!edge.isEmpty)
    }

    @Test("a broken law is counted and reported with its payload")
    func failures() async throws {
        let cases = [
            RoundTripCase("sound", payload: .payment),
            RoundTripCase("broken", payload: Self.payload(["lost": [1, 2, 3], "kept": true])),
        ]
        let report = try await Self.forgetful(Self.harness()).run(cases)
        #expect(!report.isHeld)
        #expect(report.failures.count == SealingSuite.allCases.count, "one for each suite")
        let first = try #require(report.failures.first)
        #expect(first.name == "broken" && first.outcome.law == .restoredExactly && first.outcome.padding == .none)
        #expect(first.count == 2)
        let tally = report.tally(of: .restoredExactly, in: first.outcome.suite)
        #expect(tally.broken == 2 && tally.held == 2)
    }

    @Test("payloads that the sealer refuses are reported as skipped, and a run of only those fails")
    func skips() async throws {
        let large = Self.payload(["text": .string(String(repeating: "x", count: 5000))])
        let report = try await Self.harness().run([RoundTripCase("large", payload: large)])
        let skip = try #require(report.skips.first)
        #expect(report.skips.count == 1)
        #expect(
            skip.name == "large" && skip.count == 2 * SealingSuite.allCases.count
                && skip.outcome.message.hasPrefix("tooLarge: "))
        #expect(report.tally(of: .restoredExactly, in: .shared).notSealed == 2)
        #expect(!report.isHeld)
        let both = try await Self.harness().run([
            RoundTripCase("large", payload: large), RoundTripCase("small", payload: .payment),
        ])
        #expect(both.isHeld && both.skips.count == 1)
    }

    @Test("laws of bits and lengths are tried 16 times for a random payload, as often as requested for a case")
    func effort() async throws {
        var harness = try Self.harness()
        harness.laws = [.everyBitFlipRefused]
        harness.suites = [.shared]
        harness.paddings = [.none]
        let random = await harness.run([], random: 1)
        let one = await harness.run([RoundTripCase("a", payload: .payment)])
        // The header of suite 3 has five bytes, all of whose bits are tried (wire format §4).
        #expect(random.trials == 5 * 8 + 16)
        #expect(one.trials == 5 * 8 + 64)
    }

    @Test("an empty localization key is ignored, and an alert with nothing else shows no text")
    func emptyKey() async throws {
        var harness = try Self.harness()
        harness.laws = [.shownAsMeant]
        let payload = Payload(["aps": ["alert": ["loc-key": ""]]])
        let outcomes = await harness.check(payload, suite: .shared, padding: .none)
        #expect(outcomes.map(\.message) == ["the payload shows no text"])
    }

    @Test("the members that the system reads of a push type stay visible")
    func readBySystem() async throws {
        let payload = Payload(["mdm": "PushMagic", "secret": "Payment received"])
        let report = try await Self.harness().run([RoundTripCase("mdm", payload: payload, pushType: .mdm)])
        #expect(report.isHeld && report.skips.isEmpty)
    }

    @Test("a keyring of another role, or without its secrets, is refused")
    func keys() throws {
        let keys = try LawTests.keys.get()
        func code(_ keys: RoundTripKeys) -> KeyError.Code? {
            #expect(throws: KeyError.self) { try RoundTrip(keys: keys) }?.code
        }
        #expect(code(RoundTripKeys(device: keys.provider)) == .wrongRole)
        #expect(try code(RoundTripKeys(device: keys.device, provider: keys.provider?.publicHalf())) == .wrongHalf)
        #expect(code(RoundTripKeys(shared: Keyring(name: "none", role: .shared, keys: []))) == .noActiveKey)
    }

    @Test("suites whose keys are missing are skipped")
    func missingKeys() async throws {
        let keys = try LawTests.keys.get()
        func suites(_ keys: RoundTripKeys) async throws -> Set<SealingSuite> {
            var harness = try RoundTrip(keys: keys)
            harness.laws = [.restoredExactly, .wrongKeyRefused, .rotationKept]
            let outcomes = await harness.check(.payment)
            #expect(outcomes.allSatisfy { $0.isHeld }, "\(outcomes)")
            return Set(outcomes.map(\.suite))
        }
        #expect(try await suites(RoundTripKeys(device: keys.device)) == [.hpkeBase])
        #expect(try await suites(RoundTripKeys(shared: keys.shared)) == [.shared])
    }
}
