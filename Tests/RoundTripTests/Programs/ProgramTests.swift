import Conformance
import Foundation
import KeyManagement
import PushOpener
import PushPayload
import PushSealer
import RoundTrip
import SealedEnvelope
import StrictJSON
import Testing

@Suite("A program takes the place of a half")
struct ProgramTests {
    /// The suites that every law is checked in: all with programs for both halves, one or two with one program.
    private static func suites(with place: Specimen.Place) -> [SealingSuite] {
        switch place {
        case .both: SealingSuite.allCases
        case .sealer: [.hpkeAuth, .shared]
        case .opener: [.hpkeBase]
        }
    }

    @Test("this package's halves as a program keep every law in every suite", arguments: Specimen.Place.allCases)
    func everyLaw(_ place: Specimen.Place) async throws {
        let fixture = try #require(PayloadFixture.all.first { $0.pushType == .alert })
        let specimen = Specimen()
        do {
            var harness = try await specimen.harness(as: place, laws: Law.allCases)
            harness.suites = Self.suites(with: place)
            let outcomes = await harness.check(try fixture.payload(), pushType: fixture.pushType)
            #expect(outcomes.count == harness.suites.count * Law.allCases.filter(\.isAboutPayloads).count)
            for outcome in outcomes {
                switch outcome.verdict {
                case .held(let trials): #expect(trials > 0)
                case .doesNotApply(let reason):
                    let isDelivery = [.shownAsMeant, .placeholderWhenRefused].contains(outcome.law)
                    let isSenderless = outcome.law == .wrongSenderRefused && !outcome.suite.authenticatesSender
                    #expect(isDelivery || isSenderless, "\(outcome)")
                    if isDelivery {
                        #expect(place != .sealer)
                        #expect(reason == "the opener is a program, and the law is about this package's extension")
                    }
                case .broken, .notSealed: Issue.record("\(outcome)")
                }
            }
            // One process for all requests, and each half has one.
            #expect(specimen.processes.count == (place == .both ? 2 : 1))
        }
        try await specimen.ended()
    }

    @Test("a Live Activity and a background push keep the laws of content", arguments: ["liveactivity", "background"])
    func otherPushTypes(_ type: String) async throws {
        let fixture = try #require(PayloadFixture.all.first { $0.pushType.rawValue == type })
        var harness = try await Specimen().harness(
            as: .both, laws: [.restoredExactly, .nothingSealedIsVisible, .sizeExactAtTheEdge, .visibleMembersRestored])
        harness.suites = SealingSuite.allCases
        for outcome in await harness.check(try fixture.payload(), pushType: fixture.pushType) {
            #expect(!outcome.isBroken && outcome.verdict != .notSealed(outcome.message), "\(outcome)")
        }
    }

    @Test("requests of several threads are put to a program one after the other")
    func manyPayloads() async throws {
        let specimen = Specimen()
        let harness = try await specimen.harness(as: .both, laws: [.restoredExactly, .replayRefused])
        let report = await harness.run([], random: 40)
        #expect(report.failures.isEmpty && report.isHeld)
        #expect(specimen.processes.count == 2)
    }

    @Test("a program restricts the suites to its own", arguments: Specimen.Place.allCases)
    func suites(_ place: Specimen.Place) async throws {
        var harness = try await Specimen("twoSuites").harness(as: place)
        harness.suites = SealingSuite.allCases
        let outcomes = await harness.check(BrokenImplementationTests.payload)
        #expect(outcomes.map(\.suite) == [.hpkeAuth, .shared])
        #expect(outcomes.filter(\.isHeld).count == 2)
        let report = await harness.run([RoundTripCase("payment", payload: BrokenImplementationTests.payload)])
        #expect(report.suites == [.hpkeAuth, .shared])
        #expect(report.isHeld)
    }

    @Test("a program is named by its answer to describe, before that by its command")
    func name() async throws {
        let program = Specimen().program(.sealer)
        #expect(program.name.contains("HarnessSpecimen"))
        _ = await Implementation.programs(sealer: program)
        #expect(program.name == "specimen")
    }

    @Test("an envelope on its own is sealed and opened, also between a program and this package")
    func envelopes() async throws {
        let (program, toolkit) = (try await Specimen().harness(as: .both).implementation, Implementation.toolkit)
        let content: JSONObject = ["score": [2, 1], "odds": 0.10]
        for suite in SealingSuite.allCases {
            var keys = try LawTests.keys.get()
            keys.shared = try .generate(name: "shared", role: .shared, purposes: ["fcm", "web"])
            if suite == .hpkeAuthPSK { keys.device = keys.enrolled }
            let options = SealOptions(expiresIn: .hours(1), sequence: .max, suite: suite)
            let now = Date(timeIntervalSince1970: 1_795_263_600)
            let sealing = SealingInput(
                keys: keys, topic: "com.example.bank", audience: "a", placeholder: .standard, options: options, now: now
            )
            if suite == .hpkeBase { keys.provider = nil }
            let opening = OpeningInput(
                keys: keys, topic: "com.example.bank", audience: "a", pushType: .alert, policy: .init(), now: now)
            for (sealer, opener) in [(program, toolkit), (toolkit, program), (program, program)] {
                let envelope = try await sealer.sealEnvelope(content, "fcm", sealing)
                #expect(try await opener.openEnvelope(envelope, "fcm", opening) == content)
                let refusal = await #expect(throws: Refusal.self) {
                    _ = try await opener.openEnvelope(envelope, "web", opening)
                }
                #expect(refusal?.code == .cannotOpen)
            }
        }
    }

    @Test("a replay store that was lost with its process is not mistaken for an empty one")
    func lostReplayStore() async throws {
        let harness = try await Specimen("exitsForTopic").harness(as: .opener)
        let (keys, implementation) = (try LawTests.keys.get(), harness.implementation)
        let now = Date(timeIntervalSince1970: 1_795_263_600)
        let sealed = try await implementation.seal(
            BrokenImplementationTests.payload,
            SealingInput(
                keys: keys, topic: "com.example.bank", audience: "", placeholder: .standard,
                options: SealOptions(suite: .hpkeAuth), now: now))
        func open(topic: String = "com.example.bank", _ store: ReplayMemory) async -> (any Error)? {
            let input = OpeningInput(
                keys: keys, topic: topic, audience: "", pushType: .alert, policy: .init(), now: now, replayStore: store)
            do {
                _ = try await implementation.open(sealed.body, input)
                return nil
            } catch {
                return error
            }
        }
        let (first, second) = (ReplayMemory(), ReplayMemory())
        #expect(await open(first) == nil)
        #expect(await (open(first) as? Refusal)?.code == .replayed)
        #expect(await open(second) == nil)
        #expect(
            await open(topic: "exit", first) as? LawOutcome.Verdict
                == .broken("the opener failed at request 5, open: it exited with code 3"))
        #expect(
            await open(first) as? LawOutcome.Verdict
                == .broken("the program failed at another request, and its replay store was lost"))
        #expect(await open(ReplayMemory()) == nil)
    }
}
