import LocalAPNs
import Testing

@Suite("Store and forward")
struct StoreTests {
    private func push(_ harness: TestHarness, expiration: Int64? = nil) throws -> String {
        let header = expiration.map { [(name: "apns-expiration", value: String($0))] } ?? []
        return try harness.answer(harness.request(header)).id
    }

    @Test("of three pushes to an offline device only the newest arrives")
    func newest() throws {
        let harness = TestHarness()
        harness.service.setOnline(TestHarness.token, false)
        let ids = try (0..<3).map { _ in try push(harness) }
        #expect(harness.statuses.map(\.status) == [.stored, .replaced, .stored, .replaced, .stored])
        harness.service.setOnline(TestHarness.token, true)
        #expect(harness.statuses.last?.status == .delivered)
        #expect(harness.statuses.last?.id == ids.last)
        harness.service.setOnline(TestHarness.token, true)
        #expect(harness.statuses.count == 6)
    }

    @Test("a push with expiration 0 or in the past is not stored")
    func once() throws {
        let harness = TestHarness()
        harness.service.setOnline(TestHarness.token, false)
        _ = try push(harness, expiration: 0)
        _ = try push(harness, expiration: harness.seconds)
        harness.service.setOnline(TestHarness.token, true)
        #expect(harness.statuses.map(\.status) == [.dropped, .dropped])
        _ = try push(harness, expiration: 0)
        #expect(harness.statuses.last?.status == .delivered)
    }

    @Test("a push is stored until the second of its expiration", arguments: [(10, true), (11, false)])
    func expiration(waiting: Int64, arrives: Bool) throws {
        let harness = TestHarness()
        harness.service.setOnline(TestHarness.token, false)
        _ = try push(harness, expiration: harness.seconds + 10)
        harness.wait(seconds: waiting)
        harness.service.setOnline(TestHarness.token, true)
        #expect(harness.statuses.map(\.status) == [.stored, arrives ? .delivered : .expired])
    }

    @Test("a push without an expiration is stored for 30 days", arguments: [(2_592_000, true), (2_592_001, false)])
    func thirtyDays(waiting: Int64, arrives: Bool) throws {
        let harness = TestHarness()
        harness.service.setOnline(TestHarness.token, false)
        _ = try push(harness)
        harness.wait(seconds: waiting)
        harness.service.setOnline(TestHarness.token, true)
        #expect(harness.statuses.last?.status == (arrives ? .delivered : .expired))
    }
}
