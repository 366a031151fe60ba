import LocalAPNs
import Testing

@Suite("Faults")
struct FaultTests {
    @Test("a fault hits as many requests as it says, after as many as it says, and then it is gone")
    func count() throws {
        let bench = Bench()
        bench.service.inject(Fault(.answer(.serviceUnavailable), count: 2, after: 1))
        let statuses = try (0..<4).map { _ in try bench.answer(bench.request()).status }
        #expect(statuses == [200, 503, 503, 200])
        #expect(bench.fates.count == 2)
    }

    @Test("a fault without a count stays until it is removed")
    func forever() throws {
        let bench = Bench()
        bench.service.inject(Fault(.answer(.tooManyRequests), count: nil))
        #expect(try (0..<3).map { _ in try bench.answer(bench.request()).status } == [429, 429, 429])
        bench.service.removeFaults()
        #expect(try bench.answer(bench.request()).status == 200)
    }

    @Test("a fault about one device leaves the others alone")
    func device() throws {
        let bench = Bench()
        bench.service.register("abcd", bundleID: Bench.topic)
        bench.service.inject(Fault(.answer(.unregistered), token: "abcd"))
        #expect(try bench.answer(bench.request()).status == 200)
        let answer = try bench.answer(bench.request(token: "abcd"))
        #expect(answer.status == 410)
        #expect(answer.timestamp == Bench.start)
    }

    @Test("slow, GOAWAY and cut are told apart, and only a cut after accepting delivers")
    func reactions() throws {
        let bench = Bench()
        func reaction(_ fault: Fault) throws -> PushReaction {
            bench.service.inject(fault)
            return bench.service.react(to: try bench.request(), on: PushConnection())
        }
        let slow = try reaction(Fault(.normal, delay: .seconds(3)))
        #expect(slow.delay == .seconds(3) && slow.answer?.status == 200 && slow.ending == nil)
        #expect(bench.fates.count == 1)
        let away = try reaction(Fault(.goAway(.shutdown)))
        #expect(away.answer == nil && away.ending == .goAway(.shutdown))
        let answered = try reaction(Fault(.answerAndGoAway(.shutdown)))
        #expect(answered.answer?.status == 503 && answered.ending == .goAway(.shutdown))
        let cut = try reaction(Fault(.cut))
        #expect(cut.answer == nil && cut.ending == .cut)
        #expect(bench.fates.count == 1)
        let late = try reaction(Fault(.cutAfterAccepting))
        #expect(late.answer == nil && late.ending == .cut)
        #expect(bench.fates.count == 2)
    }
}
