import Foundation
import PushSealer
import SealedPushSimulator
import Testing

@Suite("Network")
struct NetworkTests {
    @Test("an accepted push gets an empty body, apns-unique-id, and the request's apns-id or a new one")
    func accepted() async throws {
        try await TestClient.run { client, phone in
            let answer = try await client.post()
            #expect(answer.status == 200 && answer.reason == nil)
            #expect(answer.id.flatMap(UUID.init) != nil && answer.uniqueID.flatMap(UUID.init) != nil)
            let id = "0d5c7b1e-6a0c-4a5e-8b1c-2f4f7a1d9e10"
            #expect(try await client.post(headers: TestClient.usual + [("apns-id", id)]).id == id)
            #expect(await phone.pushes.count == 2)
        }
    }

    /// A refused request and its expected reason.
    struct Refused: Sendable, CustomTestStringConvertible {
        let reason: Reason
        var headers = TestClient.usual
        var body = TestClient.body

        /// A short description; the default one prints the whole body, up to 12 MB.
        var testDescription: String { "\(reason.rawValue), \(body.count) bytes" }
    }

    @Test(
        "an invalid request gets the status and the reason of Apple's table, with apns-id",
        arguments: [
            Refused(reason: .missingTopic, headers: [TestClient.usual[1]]),
            Refused(reason: .badPriority, headers: TestClient.usual + [("apns-priority", "3")]),
            Refused(
                reason: .duplicateHeaders, headers: TestClient.usual + [("apns-priority", "5"), ("apns-priority", "5")]),
            Refused(reason: .payloadEmpty, body: []),
            Refused(reason: .payloadTooLarge, body: Array(repeating: 32, count: 4_097)),
            Refused(reason: .payloadTooLarge, body: Array(repeating: 32, count: 3_000_000)),
        ])
    func refused(_ request: Refused) async throws {
        try await TestClient.run { client, phone in
            let answer = try await client.post(headers: request.headers, body: request.body)
            #expect(answer.status == request.reason.status && answer.reason == request.reason.rawValue)
            #expect(answer.id != nil)
            #expect(await phone.pushes.isEmpty)
        }
    }

    @Test("an unknown device token and a wrong path get their reasons")
    func paths() async throws {
        try await TestClient.run { client, _ in
            let unknown = try await client.post(to: "abcd")
            #expect(unknown.status == 400 && unknown.reason == "BadDeviceToken")
            let wrongPath = try await client.post(to: client.token + "/more")
            #expect(wrongPath.status == 404 && wrongPath.reason == "BadPath")
        }
    }

    @Test("4096 bytes are accepted and 4097 refused; for VoIP 5120 and 5121")
    func exactByte() async throws {
        try await TestClient.run { client, _ in
            let voip = [(name: "apns-topic", value: "com.example.bank.voip"), (name: "apns-push-type", value: "voip")]
            for (headers, limit) in [(TestClient.usual, 4_096), (voip, 5_120)] {
                let full = try await client.post(headers: headers, body: TestClient.body(of: limit))
                let over = try await client.post(headers: headers, body: TestClient.body(of: limit + 1))
                #expect(full.status == 200 && over.status == 413)
            }
        }
    }

    @Test("a fault can answer with every reason of Apple's table")
    func everyReason() async throws {
        try await TestClient.run { client, phone in
            for reason in Reason.documented {
                client.service.inject(Fault(.answer(reason)))
                let answer = try await client.post()
                #expect(answer.status == reason.status && answer.reason == reason.rawValue && answer.id != nil)
                #expect((answer.timestamp != nil) == (reason.status == 410))
            }
            #expect(await phone.pushes.isEmpty)
            #expect(try await client.post().status == 200)
        }
    }

    @Test("with a delay of low priorities, a push with priority 5 waits and then arrives")
    func lowPriority() async throws {
        var configuration = SimulatorConfiguration()
        configuration.policy.lowPriorityDelay = 3_600_000
        try await Simulator.run(configuration) { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            let options = SealOptions(priority: .consideringDevicePower)
            try await simulator.provider.push(Payload(alert: .init(title: "Later")), to: "jane", options: options)
            #expect(await phone.pushes.map(\.status) == [.delayed])
            try simulator.advance(by: .seconds(3_600))
            #expect(try await phone.delivery(number: 1).content.title == "Later")
            #expect(await phone.pushes.map(\.status) == [.delivered])
        }
    }

    @Test("a port that is in use is an error")
    func takenPort() async throws {
        try await Simulator.run { simulator in
            for keyPath in [\SimulatorConfiguration.port, \.takenPagePort] {
                var configuration = SimulatorConfiguration()
                configuration[keyPath: keyPath] = simulator.description.port
                await #expect(throws: SimulatorError.self) { try await Simulator.run(configuration) { _ in } }
            }
        }
    }
}

extension SimulatorConfiguration {
    fileprivate var takenPagePort: Int {
        get { pagePort ?? 0 }
        set { pagePort = newValue }
    }
}
