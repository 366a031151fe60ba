import Foundation
import PushSealer
import SealedPushSimulator
import Testing

/// Two runs on one folder.
@Suite("Restart")
struct RestartTests {
    private static let app = "com.example.bank"

    /// Runs two simulators on a folder, one after the other; the first returns a value for the second.
    private func twice<Value: Sendable>(
        _ first: (Simulator) async throws -> Value, _ second: (Simulator, Value) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("restart-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var configuration = SimulatorConfiguration()
        configuration.folder = folder.path
        let value = try await Simulator.run(configuration, first)
        try await Simulator.run(configuration) { try await second($0, value) }
    }

    private func status(of token: String, in simulator: Simulator) async throws -> String {
        let client = try ProviderClient(
            host: simulator.description.host, signer: simulator.description.signer())
        let response = try await client.send(headers: TestClient.usual, body: TestClient.body, to: token)
        await client.shutDown()
        return "\(response.status) \(response.reason ?? "")"
    }

    @Test("a replaced device token and a removed app stay so")
    func tokens() async throws {
        try await twice { simulator in
            let jane = try await simulator.addPhone("jane", app: Self.app)
            let ben = try await simulator.addPhone("ben", app: Self.app)
            let old = await jane.identity.token
            try await simulator.renewToken(of: "jane")
            await ben.removeApp()
            return old
        } _: { simulator, old in
            let jane = try #require(simulator.phone("jane"))
            let ben = try #require(simulator.phone("ben"))
            #expect(try await status(of: old, in: simulator) == "410 ExpiredToken")
            #expect(try await status(of: ben.identity.token, in: simulator) == "410 Unregistered")
            #expect(try await status(of: jane.identity.token, in: simulator) == "200 ")
            #expect(await !ben.hasApp)
            #expect(await jane.hasApp)
        }
    }

    @Test("an offline phone stays offline, and its stored push arrives when it is online again")
    func stored() async throws {
        try await twice { simulator in
            let phone = try await simulator.addPhone("jane", app: Self.app)
            await phone.setOnline(false)
            try await simulator.provider.push(Payload(alert: .init(title: "Payment")), to: "jane")
        } _: { simulator, _ in
            let phone = try #require(simulator.phone("jane"))
            #expect(await !phone.isOnline)
            await phone.setOnline(true)
            #expect(try await phone.delivery(number: 1).content.title == "Payment")
            // The numbers of pushes continue.
            try await simulator.provider.push(Payload(alert: .init(title: "Another")), to: "jane")
            #expect(await phone.pushes.map(\.number) == [1, 2])
        }
    }

    @Test("a channel and its subscription stay, and the phones share the key of its broadcasts")
    func channels() async throws {
        try await twice { simulator in
            let phone = try await simulator.addPhone("jane", app: Self.app)
            let channel = try await simulator.provider.createChannel(app: Self.app)
            let isSubscribed = await simulator.service.subscribe(phone.identity.token, to: channel)
            #expect(isSubscribed)
            return channel
        } _: { simulator, channel in
            #expect(try await simulator.provider.channels(of: Self.app) == [channel])
            let update = try Payload(
                parsing: Array(#"{"aps":{"timestamp":1,"event":"update","content-state":{"score":"1:0"}}}"#.utf8))
            #expect(try await simulator.provider.broadcast(update, to: channel, of: Self.app).status == 200)
            let push = try #require(await simulator.phone("jane")?.pushes.first?.push)
            #expect(push.channel == channel && push.topic == "com.example.bank.push-type.liveactivity")
            #expect(!String(decoding: push.body, as: UTF8.self).contains("1:0"))
            let other = try await simulator.addPhone("ben", app: Self.app)
            let keys = ["jane", other.name].map {
                "\(URL(fileURLWithPath: simulator.description.authorityPath).deletingLastPathComponent().path)/phones/\($0)/keys/audience.jwks"
            }
            #expect(
                try Data(contentsOf: URL(fileURLWithPath: keys[0])) == Data(contentsOf: URL(fileURLWithPath: keys[1])))
            for key in keys {
                let mode = try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions] as? Int
                #expect(mode == 0o600)
            }
            try await simulator.provider.deleteChannel(channel, of: Self.app)
            await #expect(throws: SimulatorError.self) {
                try await simulator.provider.deleteChannel(channel, of: Self.app)
            }
        }
    }

    @Test("the app's server forgets the Live Activities of an earlier run")
    func activities() async throws {
        try await twice { simulator in
            let phone = try await simulator.addPhone("jane", app: Self.app)
            var start = Payload.liveActivityStart(
                attributesType: "Ride", attributes: [:], contentState: [:], alert: .init(title: "x"),
                timestamp: Int(Date().timeIntervalSince1970))
            start.aps.inputPushToken = true
            try await simulator.provider.push(start, to: "jane")
            _ = try await phone.registeredActivity(number: 1)
            #expect(try await simulator.provider.activities(of: "jane").count == 1)
        } _: { simulator, _ in
            let limit = ContinuousClock.now + .seconds(30)
            while try await !simulator.provider.activities(of: "jane").isEmpty, ContinuousClock.now < limit {
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(try await simulator.provider.activities(of: "jane").isEmpty)
        }
    }

    @Test("a damaged state is an error and not overwritten")
    func damaged() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("restart-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("service.json")
        try Data("{".utf8).write(to: file)
        var configuration = SimulatorConfiguration()
        configuration.folder = folder.path
        await #expect(throws: SimulatorError.self) { try await Simulator.run(configuration) { _ in } }
        #expect(try Data(contentsOf: file) == Data("{".utf8))
    }
}
