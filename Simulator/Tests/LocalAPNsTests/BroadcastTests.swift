import Foundation
import LocalAPNs
import PushPayload
import Testing

/// Apple, "Sending broadcast push notification requests to APNs".
@Suite("Broadcasts")
struct BroadcastTests {
    private static let second = String(repeating: "0b", count: 32)

    /// Returns a service with a channel and two subscribers.
    private func audience(_ storage: BroadcastChannel.Storage) -> (TestHarness, String) {
        let harness = TestHarness()
        harness.service.register(Self.second, bundleID: TestHarness.topic)
        let channel = harness.service.createChannel(bundleID: TestHarness.topic, storage: storage)
        for token in [TestHarness.token, Self.second] {
            #expect(harness.service.subscribe(token.uppercased(), to: channel))
        }
        return (harness, channel)
    }

    @Test("a broadcast reaches each subscriber as a push of its own, and the answer is that of Apple's page")
    func delivery() throws {
        let (harness, channel) = audience(.none)
        let request = try harness.broadcast(channel, ["apns-request-id": TestHarness.requestID])
        let answer = try harness.answer(request)
        #expect(answer.status == 200 && answer.body.isEmpty && answer.id == TestHarness.requestID)
        #expect(answer.headers.map(\.name) == ["apns-request-id", "apns-unique-id"])
        #expect(Set(harness.pushes.map(\.token)) == [TestHarness.token, Self.second])
        #expect(harness.statuses.map(\.status) == [.delivered, .delivered])
        #expect(Set(harness.pushes.map(\.number)).count == 2)
        for push in harness.pushes {
            #expect(push.channel == channel && push.body == TestHarness.update && push.pushType == .liveactivity)
            #expect(push.topic == "com.example.bank.push-type.liveactivity" && push.id == TestHarness.requestID)
        }
    }

    @Test("a token that is removed, unsubscribed or of another app receives no broadcast")
    func audience() throws {
        let (harness, channel) = audience(.none)
        harness.service.register("abcd", bundleID: "com.example.shop")
        #expect(!harness.service.subscribe("abcd", to: channel))
        #expect(!harness.service.subscribe("ef01", to: channel))
        harness.service.unregister(TestHarness.token)
        harness.service.unsubscribe(Self.second, from: channel)
        #expect(try harness.answer(harness.broadcast(channel)).status == 200)
        #expect(harness.pushes.isEmpty)
    }

    @Test("without storage an offline subscriber misses a broadcast, and a nonzero expiration is refused")
    func unstored() throws {
        let (harness, channel) = audience(.none)
        harness.service.setOnline(TestHarness.token, false)
        _ = try harness.answer(harness.broadcast(channel))
        #expect(Set(harness.statuses.map(\.status)) == [.dropped, .delivered])
        let later = try harness.broadcast(channel, ["apns-expiration": String(harness.seconds + 60)])
        #expect(try harness.answer(later).reason == .badExpirationDate)
    }

    @Test(
        "with storage the newest broadcast arrives until its expiration, and for at most 8 hours",
        arguments: [(60, 60, true), (60, 61, false), (86_400, 28_800, true), (86_400, 28_801, false)])
    func stored(expiration: Int64, waiting: Int64, arrives: Bool) throws {
        let (harness, channel) = audience(.mostRecent)
        harness.service.unsubscribe(Self.second, from: channel)
        harness.service.setOnline(TestHarness.token, false)
        for _ in 0..<2 {
            let request = try harness.broadcast(channel, ["apns-expiration": String(harness.seconds + expiration)])
            #expect(try harness.answer(request).status == 200)
        }
        // A push to the device itself does not replace the broadcast.
        #expect(try harness.answer(harness.request()).status == 200)
        harness.service.deleteChannel(channel)
        harness.wait(seconds: waiting)
        harness.service.setOnline(TestHarness.token, true)
        #expect(
            harness.statuses.map(\.status) == [
                .stored, .replaced, .stored, .stored, arrives ? .delivered : .expired, .delivered,
            ])
    }

    @Test(
        "a broadcast with a missing or wrong field gets Apple's reason",
        arguments: [
            ("apns-channel-id", nil, "MissingChannelId"), ("apns-channel-id", "?", "BadChannelId"),
            ("apns-channel-id", "AAAA", "ChannelNotRegistered"), ("apns-push-type", nil, "MissingPushType"),
            ("apns-push-type", "alert", "InvalidPushType"), ("apns-priority", nil, "BadPriority"),
            ("apns-priority", "7", "BadPriority"), ("apns-expiration", nil, "BadExpirationDate"),
            ("apns-expiration", "soon", "BadExpirationDate"), ("apns-request-id", "1", "BadMessageId"),
        ] as [(String, String?, String)])
    func fields(name: String, value: String?, reason: String) throws {
        let (harness, channel) = audience(.mostRecent)
        let answer = try harness.answer(harness.broadcast(channel, [name: value]))
        #expect(
            answer.status == 400 && answer.reason?.rawValue == reason
                && answer.headers.contains { $0.name == "apns-request-id" })
        #expect(harness.pushes.isEmpty)
    }

    @Test("5,120 bytes are accepted and 5,121 refused; no body and no JSON are refused")
    func bodies() throws {
        let (harness, channel) = audience(.none)
        func status(_ body: [UInt8]) throws -> String {
            let answer = try harness.answer(harness.broadcast(channel, body: body))
            return "\(answer.status) \(answer.reason?.rawValue ?? "")"
        }
        #expect(try status(RefusalCase.sizedBody(5_120)) == "200 ")
        #expect(try status(RefusalCase.sizedBody(5_121)) == "413 PayloadTooLarge")
        #expect(try status([]) == "400 PayloadEmpty")
        #expect(try status(Array("{".utf8)) == "400 BadRequestPayload")
        let app = try harness.broadcast(channel, app: TestHarness.topic + ".push-type.liveactivity")
        #expect(try harness.answer(app).reason?.rawValue == "TopicDisallowed")
        var request = try harness.broadcast(channel)
        request.path += "/x"
        #expect(try harness.answer(request).reason?.rawValue == "BadPath")
        request.method = "GET"
        #expect(try harness.answer(request).reason?.rawValue == "MethodNotAllowed")
    }
}
