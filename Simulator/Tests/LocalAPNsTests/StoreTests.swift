import LocalAPNs
import Testing

@Suite("Store and forward")
struct StoreTests {
    private func push(_ bench: Bench, expiration: Int64? = nil) throws -> String {
        let header = expiration.map { [(name: "apns-expiration", value: String($0))] } ?? []
        return try bench.answer(bench.request(header)).id
    }

    @Test("of three pushes to a device that is offline only the newest arrives")
    func newest() throws {
        let bench = Bench()
        bench.service.setOnline(Bench.token, false)
        let ids = try (0..<3).map { _ in try push(bench) }
        #expect(bench.fates.map(\.fate) == [.stored, .replaced, .stored, .replaced, .stored])
        bench.service.setOnline(Bench.token, true)
        #expect(bench.fates.last?.fate == .delivered)
        #expect(bench.fates.last?.id == ids.last)
        bench.service.setOnline(Bench.token, true)
        #expect(bench.fates.count == 6)
    }

    @Test("expiration 0, or one that is over, asks for one attempt only")
    func once() throws {
        let bench = Bench()
        bench.service.setOnline(Bench.token, false)
        _ = try push(bench, expiration: 0)
        _ = try push(bench, expiration: bench.seconds)
        bench.service.setOnline(Bench.token, true)
        #expect(bench.fates.map(\.fate) == [.dropped, .dropped])
        _ = try push(bench, expiration: 0)
        #expect(bench.fates.last?.fate == .delivered)
    }

    @Test("a push waits until the second of its expiration and no longer", arguments: [(10, true), (11, false)])
    func expiration(waiting: Int64, arrives: Bool) throws {
        let bench = Bench()
        bench.service.setOnline(Bench.token, false)
        _ = try push(bench, expiration: bench.seconds + 10)
        bench.wait(seconds: waiting)
        bench.service.setOnline(Bench.token, true)
        #expect(bench.fates.map(\.fate) == [.stored, arrives ? .delivered : .expired])
    }

    @Test("without an expiration a push waits 30 days", arguments: [(2_592_000, true), (2_592_001, false)])
    func thirtyDays(waiting: Int64, arrives: Bool) throws {
        let bench = Bench()
        bench.service.setOnline(Bench.token, false)
        _ = try push(bench)
        bench.wait(seconds: waiting)
        bench.service.setOnline(Bench.token, true)
        #expect(bench.fates.last?.fate == (arrives ? .delivered : .expired))
    }
}
