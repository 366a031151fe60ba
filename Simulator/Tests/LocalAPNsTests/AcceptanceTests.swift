import Foundation
import LocalAPNs
import Testing

@Suite("Acceptance")
struct AcceptanceTests {
    @Test("a good push gets 200, an empty body and its own apns-id")
    func accepted() throws {
        let bench = Bench()
        let id = "eabeae54-14a8-11e5-b60b-1697f925ec7b"
        let answer = try bench.answer(bench.request([("apns-id", id)]))
        #expect(answer.status == 200)
        #expect(answer.body.isEmpty)
        #expect(answer.id == id)
        #expect(answer.headers.map(\.name) == ["apns-id", "apns-unique-id"])
        #expect(bench.fates.map(\.id) == [id])
        #expect(bench.fates.map(\.fate) == [.delivered])
    }

    @Test("without an apns-id the service makes one in lower case")
    func madeID() throws {
        let bench = Bench()
        let answer = try bench.answer(bench.request())
        #expect(UUID(uuidString: answer.id) != nil)
        #expect(answer.id == answer.id.lowercased())
    }

    @Test("production adds no apns-unique-id")
    func production() throws {
        var policy = ServicePolicy()
        policy.environment = .production
        let bench = Bench(policy)
        let answer = try bench.answer(bench.request())
        #expect(answer.headers.map(\.name) == ["apns-id"])
    }

    @Test("a refused push keeps its apns-id")
    func refusedID() throws {
        let bench = Bench()
        let id = "eabeae54-14a8-11e5-b60b-1697f925ec7b"
        #expect(try bench.answer(bench.request([("apns-id", id), ("apns-priority", "9")])).id == id)
        #expect(try bench.answer(bench.request([("apns-id", id)], without: ["authorization"])).id == id)
    }

    @Test("4096 bytes pass, and 5120 of VoIP")
    func sizes() throws {
        let bench = Bench()
        #expect(try bench.answer(bench.request(body: Provocation.sizedBody(4_096))).status == 200)
        let voip = [("apns-push-type", "voip"), ("apns-topic", "com.example.bank.voip")].map {
            (name: $0.0, value: $0.1)
        }
        #expect(try bench.answer(bench.request(voip, body: Provocation.sizedBody(5_120))).status == 200)
    }

    @Test(
        "each push type goes with its topic",
        arguments: [
            ("alert", ""), ("background", ""), ("complication", ".complication"),
            ("controls", ".push-type.controls"), ("fileprovider", ".pushkit.fileprovider"),
            ("liveactivity", ".push-type.liveactivity"), ("location", ".location-query"), ("mdm", ""),
            ("pushtotalk", ".voip-ptt"), ("voip", ".voip"), ("widgets", ".push-type.widgets"),
        ])
    func types(type: String, suffix: String) throws {
        let bench = Bench()
        let headers = [("apns-push-type", type), ("apns-topic", Bench.topic + suffix)].map { (name: $0.0, value: $0.1) }
        #expect(try bench.answer(bench.request(headers)).status == 200)
        if !suffix.isEmpty {
            let plain = [("apns-push-type", type)].map { (name: $0.0, value: $0.1) }
            #expect(try bench.answer(bench.request(plain)).reason?.text == "BadTopic")
        }
    }

    @Test(
        "what Apple allows is accepted",
        arguments: [
            ("apns-priority", "10"), ("apns-priority", "5"), ("apns-priority", "1"), ("apns-expiration", "0"),
            ("apns-expiration", "1790000001"), ("apns-collapse-id", String(repeating: "x", count: 64)),
            ("apns-collapse-id", String(repeating: "é", count: 32)), ("content-type", "application/json"),
        ])
    func allowed(name: String, value: String) throws {
        let bench = Bench()
        #expect(try bench.answer(bench.request([(name, value)])).status == 200)
    }

    @Test("a device token may be in upper case and have any even number of digits")
    func tokens() throws {
        let bench = Bench()
        #expect(try bench.answer(bench.request(token: Bench.token.uppercased())).status == 200)
        let long = String(repeating: "0a", count: 80)
        bench.service.register(long, bundleID: Bench.topic)
        #expect(try bench.answer(bench.request(token: long)).status == 200)
    }

    @Test("a certificate of one topic needs no apns-topic and no token")
    func certificate() throws {
        let bench = Bench()
        let certificate = PushConnection.Certificate(topics: [Bench.topic], environments: [.development])
        let request = try bench.request(without: ["authorization", "apns-topic"])
        #expect(try bench.answer(request, on: PushConnection(certificate: certificate)).status == 200)
    }

    @Test("switches open what they name")
    func switches() throws {
        var policy = ServicePolicy()
        policy.acceptsMalformedPayload = true
        policy.acceptsUpperCaseID = true
        policy.acceptsLowestPriorityForBackground = true
        let bench = Bench(policy)
        #expect(try bench.answer(bench.request(body: Array("{".utf8))).status == 200)
        #expect(try bench.answer(bench.request([("apns-id", "EABEAE54-14A8-11E5-B60B-1697F925EC7B")])).status == 200)
        let background = [("apns-push-type", "background"), ("apns-priority", "1")].map { (name: $0.0, value: $0.1) }
        #expect(try bench.answer(bench.request(background)).status == 200)
    }
}
