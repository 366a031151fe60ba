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

    private func delaying() -> TestHarness {
        var policy = ServicePolicy()
        policy.lowPriorityDelay = 2_000
        return TestHarness(policy)
    }

    private func push(_ harness: TestHarness, priority: Int, expiration: Int64? = nil) throws -> String {
        let fields =
            [("apns-priority", String(priority))] + (expiration.map { [("apns-expiration", String($0))] } ?? [])
        return try harness.answer(harness.request(fields.map { (name: $0.0, value: $0.1) })).id
    }

    @Test("with a delay, pushes of a low priority wait, also over a restart, and others do not")
    func delay() throws {
        let harness = delaying()
        let ids = try [5, 10, 1].map { try push(harness, priority: $0) }
        _ = try push(harness, priority: 5, expiration: 0)
        #expect(harness.statuses.map(\.status) == [.delayed, .delivered, .delayed, .delivered])
        harness.wait(seconds: 1)
        harness.service.deliverDue()
        #expect(harness.statuses.count == 4)
        let next = delaying()
        try next.service.restore(harness.service.encodedState())
        next.wait(seconds: 2)
        for _ in 0..<2 { next.service.deliverDue() }
        #expect(
            next.statuses.map(\.id) == [ids[0], ids[2]] && next.statuses.map(\.status) == [.delivered, .delivered])
    }

    @Test(
        "of delayed pushes a device that goes offline keeps the newest, and one that expired meanwhile does not arrive")
    func delayOffline() throws {
        let harness = delaying()
        _ = try push(harness, priority: 5)
        let newest = try push(harness, priority: 5)
        harness.service.setOnline(TestHarness.token, false)
        harness.wait(seconds: 2)
        harness.service.deliverDue()
        harness.service.setOnline(TestHarness.token, true)
        #expect(harness.statuses.map(\.status) == [.delayed, .delayed, .stored, .replaced, .stored, .delivered])
        #expect(harness.statuses.last?.id == newest)
        _ = try push(harness, priority: 5, expiration: harness.seconds + 1)
        harness.wait(seconds: 2)
        harness.service.deliverDue()
        #expect(harness.statuses.last?.status == .expired)
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
