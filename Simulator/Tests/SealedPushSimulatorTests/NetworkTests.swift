import LocalAPNs
import ProviderClient
import SealedPushSimulator
import Testing

@Suite("Network")
struct NetworkTests {
    @Test("answers come over HTTP/2 with Apple's status, reason and headers")
    func answers() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            let token = await phone.identity.token
            let wire = try Wire(simulator)
            let good = try await wire.post(to: token)
            #expect(good.status == 200 && good.reason == nil && good.id != nil && good.uniqueID != nil)
            let usual = [(name: "apns-topic", value: "com.example.bank"), (name: "apns-push-type", value: "alert")]
            let cases: [(Int, String, [(name: String, value: String)], [UInt8], String)] = [
                (400, "MissingTopic", [usual[1]], [1], token),
                (400, "BadPriority", usual + [("apns-priority", "3")], [1], token),
                (400, "DuplicateHeaders", usual + [("apns-priority", "5"), ("apns-priority", "5")], [1], token),
                (400, "PayloadEmpty", usual, [], token),
                (413, "PayloadTooLarge", usual, Array(repeating: 32, count: 4_097), token),
                (413, "PayloadTooLarge", usual, Array(repeating: 32, count: 3_000_000), token),
                (400, "BadDeviceToken", usual, Array("{}".utf8), "abcd"),
                (404, "BadPath", usual, Array("{}".utf8), token + "/more"),
            ]
            for (status, reason, headers, body, token) in cases {
                let answer = try await wire.post(to: token, headers: headers, body: body)
                #expect(answer.status == status && answer.reason == reason && answer.id != nil)
            }
            await wire.shutDown()
        }
    }

    @Test("a body of 4096 bytes is accepted, one of 4097 is not")
    func exactByte() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            let token = await phone.identity.token
            let wire = try Wire(simulator)
            for (count, status) in [(4_096, 200), (4_097, 413)] {
                let body = Array("{\"x\":\"".utf8) + Array(repeating: 120, count: count - 8) + Array("\"}".utf8)
                #expect(try await wire.post(to: token, body: body).status == status)
            }
            await wire.shutDown()
        }
    }

    @Test("after GOAWAY or a cut the next push comes through on another connection")
    func endings() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            let token = await phone.identity.token
            for behaviour in [Fault.Behaviour.goAway(.shutdown), .cut, .cutAfterAccepting, .answerAndGoAway(.shutdown)]
            {
                let wire = try Wire(simulator)
                #expect(try await wire.post(to: token).status == 200)
                simulator.service.inject(Fault(behaviour))
                let answer = try? await wire.post(to: token)
                if case .answerAndGoAway = behaviour { #expect(answer?.reason == "Shutdown") }
                #expect(try await wire.post(to: token).status == 200)
                simulator.service.removeFaults()
                await wire.shutDown()
            }
        }
    }

    @Test("a slow answer is still an answer")
    func slow() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            simulator.service.inject(Fault(.normal, delay: .milliseconds(200)))
            let wire = try Wire(simulator)
            let clock = ContinuousClock()
            let start = clock.now
            #expect(try await wire.post(to: await phone.identity.token).status == 200)
            #expect(clock.now - start >= .milliseconds(200))
            await wire.shutDown()
        }
    }

    @Test("a client that does not know the authority does not connect")
    func authority() async throws {
        try await Simulator.run { simulator in
            let description = simulator.description
            let host = PushHost(url: "https://127.0.0.1:\(description.port)", authorityPath: nil)
            let client = try ProviderClient(host: host, signer: description.signer())
            await #expect(throws: (any Error).self) {
                try await client.send(headers: [], body: [], to: "abcd")
            }
            await client.shutDown()
        }
    }
}
