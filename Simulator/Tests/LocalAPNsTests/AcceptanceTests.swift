import Foundation
import LocalAPNs
import Testing

@Suite("Acceptance")
struct AcceptanceTests {
    @Test("a valid push gets 200, an empty body and its own apns-id")
    func accepted() throws {
        let harness = TestHarness()
        let id = "eabeae54-14a8-11e5-b60b-1697f925ec7b"
        let answer = try harness.answer(harness.request([("apns-id", id)]))
        #expect(answer.status == 200)
        #expect(answer.body.isEmpty)
        #expect(answer.id == id)
        #expect(answer.headers.map(\.name) == ["apns-id", "apns-unique-id"])
        #expect(harness.statuses.map(\.id) == [id])
        #expect(harness.statuses.map(\.status) == [.delivered])
    }

    @Test("the service generates a lower-case apns-id for a request without one")
    func madeID() throws {
        let harness = TestHarness()
        let answer = try harness.answer(harness.request())
        #expect(UUID(uuidString: answer.id) != nil)
        #expect(answer.id == answer.id.lowercased())
    }

    @Test("the production environment sends no apns-unique-id")
    func production() throws {
        var policy = ServicePolicy()
        policy.environment = .production
        let harness = TestHarness(policy)
        let answer = try harness.answer(harness.request())
        #expect(answer.headers.map(\.name) == ["apns-id"])
    }

    @Test("a refused push keeps its apns-id")
    func refusedID() throws {
        let harness = TestHarness()
        let id = "eabeae54-14a8-11e5-b60b-1697f925ec7b"
        #expect(try harness.answer(harness.request([("apns-id", id), ("apns-priority", "9")])).id == id)
        #expect(try harness.answer(harness.request([("apns-id", id)], without: ["authorization"])).id == id)
    }

    @Test("4096 bytes are accepted, and 5120 bytes for VoIP")
    func sizes() throws {
        let harness = TestHarness()
        #expect(try harness.answer(harness.request(body: RefusalCase.sizedBody(4_096))).status == 200)
        let voip = [("apns-push-type", "voip"), ("apns-topic", "com.example.bank.voip")].map {
            (name: $0.0, value: $0.1)
        }
        #expect(try harness.answer(harness.request(voip, body: RefusalCase.sizedBody(5_120))).status == 200)
    }

    @Test(
        "each push type is accepted with its topic suffix",
        arguments: [
            ("alert", ""), ("background", ""), ("complication", ".complication"),
            ("controls", ".push-type.controls"), ("fileprovider", ".pushkit.fileprovider"),
            ("liveactivity", ".push-type.liveactivity"), ("location", ".location-query"), ("mdm", ""),
            ("pushtotalk", ".voip-ptt"), ("voip", ".voip"), ("widgets", ".push-type.widgets"),
        ])
    func types(type: String, suffix: String) throws {
        let harness = TestHarness()
        let headers = [("apns-push-type", type), ("apns-topic", TestHarness.topic + suffix)].map {
            (name: $0.0, value: $0.1)
        }
        #expect(try harness.answer(harness.request(headers)).status == 200)
        if !suffix.isEmpty {
            let plain = [("apns-push-type", type)].map { (name: $0.0, value: $0.1) }
            #expect(try harness.answer(harness.request(plain)).reason?.rawValue == "BadTopic")
        }
    }

    @Test(
        "documented header values are accepted",
        arguments: [
            ("apns-priority", "10"), ("apns-priority", "5"), ("apns-priority", "1"), ("apns-expiration", "0"),
            ("apns-expiration", "1790000001"), ("apns-collapse-id", String(repeating: "x", count: 64)),
            ("apns-collapse-id", String(repeating: "é", count: 32)), ("content-type", "application/json"),
        ])
    func allowed(name: String, value: String) throws {
        let harness = TestHarness()
        #expect(try harness.answer(harness.request([(name, value)])).status == 200)
    }

    @Test("a device token may be upper case and have any even number of digits")
    func tokens() throws {
        let harness = TestHarness()
        #expect(try harness.answer(harness.request(token: TestHarness.token.uppercased())).status == 200)
        let long = String(repeating: "0a", count: 80)
        harness.service.register(long, bundleID: TestHarness.topic)
        #expect(try harness.answer(harness.request(token: long)).status == 200)
    }

    @Test("a certificate with one topic needs no apns-topic and no token")
    func certificate() throws {
        let harness = TestHarness()
        let certificate = PushConnection.Certificate(topics: [TestHarness.topic], environments: [.development])
        let request = try harness.request(without: ["authorization", "apns-topic"])
        #expect(try harness.answer(request, on: PushConnection(certificate: certificate)).status == 200)
    }

    @Test("each switch of the policy accepts its request")
    func switches() throws {
        var policy = ServicePolicy()
        policy.acceptsMalformedPayload = true
        policy.acceptsUpperCaseID = true
        policy.acceptsLowestPriorityForBackground = true
        let harness = TestHarness(policy)
        #expect(try harness.answer(harness.request(body: Array("{".utf8))).status == 200)
        #expect(
            try harness.answer(harness.request([("apns-id", "EABEAE54-14A8-11E5-B60B-1697F925EC7B")])).status == 200)
        let background = [("apns-push-type", "background"), ("apns-priority", "1")].map { (name: $0.0, value: $0.1) }
        #expect(try harness.answer(harness.request(background)).status == 200)
    }
}
