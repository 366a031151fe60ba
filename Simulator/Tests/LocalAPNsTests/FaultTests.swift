import LocalAPNs
import Testing

@Suite("Faults")
struct FaultTests {
    @Test("a fault skips `after` requests, affects `count` requests, and is removed")
    func count() throws {
        let harness = TestHarness()
        harness.service.inject(Fault(.answer(.serviceUnavailable), count: 2, after: 1))
        let statuses = try (0..<4).map { _ in try harness.answer(harness.request()).status }
        #expect(statuses == [200, 503, 503, 200])
        #expect(harness.statuses.count == 2)
    }

    @Test("a fault without a count affects all requests until it is removed")
    func forever() throws {
        let harness = TestHarness()
        harness.service.inject(Fault(.answer(.tooManyRequests), count: nil))
        #expect(try (0..<3).map { _ in try harness.answer(harness.request()).status } == [429, 429, 429])
        harness.service.removeFaults()
        #expect(try harness.answer(harness.request()).status == 200)
    }

    @Test("a fault for one device does not affect other devices")
    func device() throws {
        let harness = TestHarness()
        harness.service.register("abcd", bundleID: TestHarness.topic)
        harness.service.inject(Fault(.answer(.unregistered), token: "abcd"))
        #expect(try harness.answer(harness.request()).status == 200)
        let answer = try harness.answer(harness.request(token: "abcd"))
        #expect(answer.status == 410)
        #expect(answer.timestamp == TestHarness.start)
    }

    @Test("a fault for the next push does not affect a request about channels")
    func channels() throws {
        let harness = TestHarness()
        harness.service.inject(Fault(.answer(.serviceUnavailable)))
        #expect(try harness.answer(harness.management("GET", "all-channels")).status == 200)
        #expect(try harness.answer(harness.request()).status == 503)
    }

    @Test("the delay of an answer ends when the faults are removed", .timeLimit(.minutes(5)))
    func delayEnds() async throws {
        let harness = TestHarness()
        harness.service.inject(Fault(.normal, delay: .seconds(3_600)))
        let response = harness.service.respond(to: try harness.request(), on: PushConnection())
        #expect(response.delay == .seconds(3_600))
        harness.service.removeFaults()
        await response.waitForDelay()
    }

    @Test("each name has its behaviour")
    func names() {
        #expect(
            Fault.Name.allCases.map { $0.behaviour(because: .shutdown) } == [
                .normal, .answer(.shutdown), .answerAndGoAway(.shutdown), .goAway(.shutdown), .cut, .cutAfterAccepting,
            ])
        #expect(Fault.Name.allCases.filter(\.hasReason) == [.answer, .answerAndGoAway, .goAway])
    }

    @Test("each behaviour has its delay, answer and ending, and only cutAfterAccepting delivers without an answer")
    func responses() throws {
        let harness = TestHarness()
        func response(_ fault: Fault) throws -> ServiceResponse {
            harness.service.inject(fault)
            return harness.service.respond(to: try harness.request(), on: PushConnection())
        }
        let slow = try response(Fault(.normal, delay: .seconds(3)))
        #expect(slow.delay == .seconds(3) && slow.answer?.status == 200 && slow.ending == nil)
        #expect(harness.statuses.count == 1)
        let away = try response(Fault(.goAway(.shutdown)))
        #expect(away.answer == nil && away.ending == .goAway(.shutdown))
        let answered = try response(Fault(.answerAndGoAway(.shutdown)))
        #expect(answered.answer?.status == 503 && answered.ending == .goAway(.shutdown))
        let cut = try response(Fault(.cut))
        #expect(cut.answer == nil && cut.ending == .cut)
        #expect(harness.statuses.count == 1)
        let late = try response(Fault(.cutAfterAccepting))
        #expect(late.answer == nil && late.ending == .cut)
        #expect(harness.statuses.count == 2)
    }
}
