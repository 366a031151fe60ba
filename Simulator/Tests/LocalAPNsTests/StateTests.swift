import Foundation
import LocalAPNs
import PushPayload
import Synchronization
import Testing

@Suite("State that outlives a restart")
struct StateTests {
    private func restored(_ harness: TestHarness) throws -> TestHarness {
        let next = TestHarness()
        try next.service.restore(harness.service.encodedState())
        return next
    }

    @Test("tokens and channels stay, and subscriptions end")
    func subscriptions() throws {
        let harness = TestHarness()
        harness.service.register("abcd", bundleID: TestHarness.topic)
        harness.service.unregister("abcd")
        let channel = harness.service.createChannel(bundleID: TestHarness.topic, storage: .mostRecent)
        #expect(harness.service.subscribe(TestHarness.token, to: channel))
        let next = try restored(harness)
        #expect(try next.answer(next.request(token: "abcd")).reason == .unregistered)
        #expect(next.service.channels(of: TestHarness.topic).map(\.storage) == [.mostRecent])
        #expect(try next.answer(next.broadcast(channel)).status == 200)
        #expect(next.pushes.isEmpty)
    }

    @Test("a token that no phone has is unregistered; an invalid one keeps its time and reason")
    func others() throws {
        let harness = TestHarness()
        for token in ["ab", "cd"] { harness.service.register(token, bundleID: TestHarness.topic) }
        harness.service.expire("cd")
        harness.wait(seconds: 1)
        harness.service.unregister(allExcept: [TestHarness.token])
        #expect(try harness.answer(harness.request()).status == 200)
        let ended = try harness.answer(harness.request(token: "ab"))
        #expect(ended.reason == .unregistered && ended.timestamp == TestHarness.start + 1_000)
        let expired = try harness.answer(harness.request(token: "cd"))
        #expect(expired.reason == .expiredToken && expired.timestamp == TestHarness.start)
    }

    @Test("a push after a restart has a higher number than each stored one")
    func numbers() throws {
        let harness = TestHarness()
        harness.service.setOnline(TestHarness.token, false)
        for _ in 0..<3 { _ = try harness.answer(harness.request()) }
        let next = try restored(harness)
        next.service.setOnline(TestHarness.token, true)
        _ = try next.answer(next.request())
        #expect(next.pushes.map(\.number) == [3, 4])
    }

    @Test("a push that is stored for a token is dropped when the token becomes invalid")
    func stored() throws {
        let harness = TestHarness()
        harness.service.setOnline(TestHarness.token, false)
        _ = try harness.answer(harness.request())
        harness.service.expire(TestHarness.token)
        harness.service.setOnline(TestHarness.token, true)
        #expect(harness.statuses.map(\.status) == [.stored, .dropped])
    }

    @Test("the service keeps 1,000 invalid tokens, and reports each older one that it forgets")
    func growth() throws {
        let forgotten = Mutex<[String]>([])
        let time = Mutex<Int64>(0)
        let service = PushService(
            now: { time.withLock { $0 } }, forgot: { token in forgotten.withLock { $0.append(token) } },
            report: { _, _ in })
        service.register("00", bundleID: TestHarness.topic)
        for number in 1...1_002 {
            let token = String(0x1000 + number, radix: 16)
            service.register(token, bundleID: TestHarness.topic)
            time.withLock { $0 += 1 }
            service.unregister(token)
        }
        #expect(forgotten.withLock { $0 } == ["1001", "1002"])
        #expect(service.tokenState("1002") == nil && service.tokenState("1003")?.isValid == false)
        #expect(service.tokenState("00")?.isValid == true)
    }
}
