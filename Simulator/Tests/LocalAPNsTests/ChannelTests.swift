import Foundation
import LocalAPNs
import PushPayload
import Testing

/// Apple, "Sending channel management requests to APNs".
@Suite("Channel management")
struct ChannelTests {
    private static let configuration = #"{"message-storage-policy": 1, "push-type": "LiveActivity"}"#

    @Test("a channel is created, read, listed and deleted with the statuses, fields and bodies of Apple's page")
    func life() throws {
        let harness = TestHarness()
        let created = try harness.answer(harness.management("POST", body: Self.configuration))
        let id = try #require(created.channelID)
        #expect(created.status == 201 && created.body.isEmpty && Data(base64Encoded: id) != nil)
        #expect(created.headers.map(\.name) == ["apns-request-id", "apns-channel-id"])
        #expect(created.id == TestHarness.requestID)

        let read = try harness.answer(harness.management("GET", channel: id))
        #expect(read.status == 200 && read.headers.map(\.name) == ["apns-request-id", "content-type"])
        let json = try JSONValue(parsing: Array(read.body.utf8))
        #expect(json == ["message-storage-policy": 1, "push-type": "LiveActivity"])

        let all = try harness.answer(harness.management("GET", "all-channels"))
        #expect(all.status == 200)
        #expect(try JSONValue(parsing: Array(all.body.utf8)) == ["channels": [.string(id)]])
        #expect(
            try harness.answer(harness.management("GET", "all-channels", app: "com.example.shop")).body.contains("[]"))

        let deleted = try harness.answer(harness.management("DELETE", channel: id))
        #expect(deleted.status == 204 && deleted.body.isEmpty)
        #expect(try harness.answer(harness.management("GET", channel: id)).reason == .channelNotRegistered)
        #expect(harness.service.channels(of: TestHarness.topic).isEmpty)
    }

    @Test(
        "a channel with a wrong configuration is not created",
        arguments: [
            ("", "PayloadEmpty"), ("{", "BadRequestPayload"), ("[]", "BadRequestPayload"),
            (#"{"push-type":"LiveActivity"}"#, "BadRequestParams"),
            (#"{"message-storage-policy":2,"push-type":"LiveActivity"}"#, "BadRequestParams"),
            (#"{"message-storage-policy":0,"push-type":"LiveActivity","name":"x"}"#, "BadRequestParams"),
            (#"{"message-storage-policy":0}"#, "MissingPushType"),
            (#"{"message-storage-policy":0,"push-type":"alert"}"#, "InvalidPushType"),
        ])
    func configuration(body: String, reason: String) throws {
        let harness = TestHarness()
        let answer = try harness.answer(harness.management("POST", body: body))
        #expect(answer.status == 400 && answer.reason?.rawValue == reason)
        #expect(harness.service.channels(of: TestHarness.topic).isEmpty)
    }

    @Test("an app has at most 10,000 channels; another app is not affected")
    func limit() throws {
        let harness = TestHarness()
        for _ in 0..<9_999 { harness.service.createChannel(bundleID: TestHarness.topic) }
        let create = try harness.management("POST", body: Self.configuration)
        #expect(try harness.answer(create).status == 201)
        #expect(try harness.answer(create).reason == .cannotCreateChannelConfig)
        #expect(
            try harness.answer(harness.management("POST", app: "com.example.shop", body: Self.configuration)).status
                == 201)
    }

    @Test("a request about channels with a wrong path, method, channel, app or identifier gets Apple's reason")
    func refusals() throws {
        let harness = TestHarness()
        let other = harness.service.createChannel(bundleID: "com.example.shop")
        func reason(_ request: PushRequest) throws -> String? { try harness.answer(request).reason?.rawValue }
        #expect(try reason(harness.management("GET", "chanels")) == "BadPath")
        #expect(try reason(harness.management("PUT")) == "MethodNotAllowed")
        #expect(try reason(harness.management("POST", "all-channels")) == "MethodNotAllowed")
        #expect(try reason(harness.management("GET")) == "MissingChannelId")
        #expect(try reason(harness.management("GET", channel: "not base64!")) == "BadChannelId")
        #expect(
            try reason(harness.management("GET", channel: String(repeating: "AAAA", count: 51))) == "BadChannelId")
        #expect(try reason(harness.management("DELETE", channel: "AAAA")) == "ChannelNotRegistered")
        #expect(try reason(harness.management("DELETE", channel: other)) == "ChannelNotRegistered")
        let suffixed = TestHarness.topic + ".push-type.liveactivity"
        #expect(try reason(harness.management("GET", "all-channels", app: suffixed)) == "TopicDisallowed")
        var request = try harness.management("GET", "all-channels")
        request.headers[1].value = "1"
        #expect(try reason(request) == "BadMessageId")
        request.headers = []
        #expect(try reason(request) == "MissingProviderToken")
        var policy = ServicePolicy()
        policy.hasBroadcasts = false
        let disabled = TestHarness(policy)
        #expect(try disabled.answer(disabled.management("GET", "all-channels")).reason == .featureNotEnabled)
    }

    @Test("pushes and requests about channels have hosts of their own, and the other host answers with BadPath")
    func hosts() throws {
        let harness = TestHarness()
        let channel = harness.service.createChannel(bundleID: TestHarness.topic)
        let create = try harness.management("POST", body: Self.configuration)
        #expect(try harness.answer(create, on: PushConnection(to: .pushes)).reason == .badPath)
        for request in [try harness.request(), try harness.broadcast(channel)] {
            #expect(try harness.answer(request, on: PushConnection(to: .channels)).reason == .badPath)
        }
        #expect(harness.service.channels(of: TestHarness.topic).count == 1 && harness.pushes.isEmpty)
        // The report of a wrong path to the channels names neither a device nor an app.
        #expect(harness.refusals.last?.token == nil && harness.refusals.last?.topic == nil)
    }

    @Test("a key for other topics may not manage the channels of the app")
    func mismatch() throws {
        let harness = TestHarness()
        harness.service.add(
            ProviderKey(
                id: harness.signer.keyID, team: harness.signer.team, publicKey: harness.signer.publicKey,
                topics: ["com.example.shop"]))
        let answer = try harness.answer(harness.management("GET", "all-channels"))
        #expect(answer.status == 403 && answer.reason?.rawValue == "TopicMismatch")
    }

    @Test("the reasons of the checks are in Apple's tables, and each check has a source")
    func table() {
        let known = Set(Reason.documented + Reason.documentedForChannels)
        for check in Check.broadcastOrder + Check.managementOrder {
            #expect(!check.source.isEmpty && known.isSuperset(of: check.reasons))
        }
        #expect(
            Dictionary(grouping: Reason.documentedForChannels, by: \.status).mapValues { Set($0.map(\.rawValue)) } == [
                400: [
                    "FeatureNotEnabled", "MissingChannelId", "BadChannelId", "ChannelNotRegistered", "BadRequestParams",
                    "BadRequestPayload", "MissingPushType", "CannotCreateChannelConfig",
                ], 403: ["TopicMismatch"],
            ])
    }
}
