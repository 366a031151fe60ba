import Foundation
import SealedPushSimulator
import Testing

@Suite("Network")
struct NetworkTests {
    @Test("an accepted push has an empty answer with apns-id, its own if it brought one, and apns-unique-id")
    func accepted() async throws {
        try await Wire.run { wire, phone in
            let answer = try await wire.post()
            #expect(answer.status == 200 && answer.reason == nil)
            #expect(answer.id.flatMap(UUID.init) != nil && answer.uniqueID.flatMap(UUID.init) != nil)
            let id = "0d5c7b1e-6a0c-4a5e-8b1c-2f4f7a1d9e10"
            #expect(try await wire.post(headers: Wire.usual + [("apns-id", id)]).id == id)
            #expect(await phone.pushes.count == 2)
        }
    }

    /// A request that is refused, and the reason.
    struct Refused: Sendable, CustomTestStringConvertible {
        let reason: Reason
        var headers = Wire.usual
        var body = Wire.body

        /// Without it, each test case prints its whole body, up to 12 MB.
        var testDescription: String { "\(reason.text), \(body.count) bytes" }
    }

    @Test(
        "a bad request has the status and the reason of Apple's table, with apns-id",
        arguments: [
            Refused(reason: .missingTopic, headers: [Wire.usual[1]]),
            Refused(reason: .badPriority, headers: Wire.usual + [("apns-priority", "3")]),
            Refused(reason: .duplicateHeaders, headers: Wire.usual + [("apns-priority", "5"), ("apns-priority", "5")]),
            Refused(reason: .payloadEmpty, body: []),
            Refused(reason: .payloadTooLarge, body: Array(repeating: 32, count: 4_097)),
            Refused(reason: .payloadTooLarge, body: Array(repeating: 32, count: 3_000_000)),
        ])
    func refused(_ request: Refused) async throws {
        try await Wire.run { wire, phone in
            let answer = try await wire.post(headers: request.headers, body: request.body)
            #expect(answer.status == request.reason.status && answer.reason == request.reason.text)
            #expect(answer.id != nil)
            #expect(await phone.pushes.isEmpty)
        }
    }

    @Test("a device token that was never made, and a path that is none, have their reasons")
    func paths() async throws {
        try await Wire.run { wire, _ in
            let unknown = try await wire.post(to: "abcd")
            #expect(unknown.status == 400 && unknown.reason == "BadDeviceToken")
            let nowhere = try await wire.post(to: wire.token + "/more")
            #expect(nowhere.status == 404 && nowhere.reason == "BadPath")
        }
    }

    @Test("4096 bytes are accepted, 4097 are not; 5120 and 5121 for VoIP")
    func exactByte() async throws {
        try await Wire.run { wire, _ in
            let voip = [(name: "apns-topic", value: "com.example.bank.voip"), (name: "apns-push-type", value: "voip")]
            for (headers, limit) in [(Wire.usual, 4_096), (voip, 5_120)] {
                let full = try await wire.post(headers: headers, body: Wire.body(of: limit))
                let over = try await wire.post(headers: headers, body: Wire.body(of: limit + 1))
                #expect(full.status == 200 && over.status == 413)
            }
        }
    }

    @Test("every reason of Apple's table can be put in the place of an answer")
    func everyReason() async throws {
        try await Wire.run { wire, phone in
            for reason in Reason.documented {
                wire.service.inject(Fault(.answer(reason)))
                let answer = try await wire.post()
                #expect(answer.status == reason.status && answer.reason == reason.text && answer.id != nil)
                #expect((answer.timestamp != nil) == (reason.status == 410))
            }
            #expect(await phone.pushes.isEmpty)
            #expect(try await wire.post().status == 200)
        }
    }

    @Test("a port that is taken is an error")
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
