import Foundation
import PushSealer
import Synchronization
import Testing

@testable import SealedPushSimulator

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

    @Test("a channel stays, and the phones share the key of its broadcasts")
    func channels() async throws {
        try await twice { simulator in
            try await simulator.addPhone("jane", app: Self.app)
            return try await simulator.provider.createChannel(app: Self.app)
        } _: { simulator, channel in
            #expect(try await simulator.provider.channels(of: Self.app) == [channel])
            let phone = try #require(simulator.phone("jane"))
            let isSubscribed = await simulator.service.subscribe(phone.identity.token, to: channel)
            #expect(isSubscribed)
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

    @Test("after kill -9 the stored push arrives, and the tokens of Live Activities get 410")
    func killed() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("restart-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let ports = ["--port", "0", "--channel-port", "0", "--page-port", "0"]
        let token = try await Tool.run(["run", "--folder", folder.path] + ports) {
            try await eventually { FileManager.default.fileExists(atPath: folder.path + "/simulator.json") }
            try await Tool.run(["phone", "add", "jane", "--folder", folder.path])
            let provider = try LocalProvider(folder: folder.path)
            var start = Payload.liveActivityStart(
                attributesType: "RideAttributes", attributes: ["ride": "R-1"], contentState: ["driver": "Jane"],
                alert: .init(title: "A taxi is on its way"), timestamp: Int(Date().timeIntervalSince1970))
            start.aps.inputPushToken = true
            #expect(try await provider.push(start, to: "jane").status == 200)
            try await eventually { Self.devices(in: folder).count == 3 }
            try await Tool.run(["phone", "offline", "jane", "--folder", folder.path])
            try await provider.push(Payload(alert: .init(title: "Payment")), to: "jane")
            await provider.shutDown()
            let token = try provider.identity(of: "jane").token
            try await eventually { Self.devices(in: folder)[token]?["stored"]?.arrayValue?.count == 1 }
            return token
        }

        var configuration = SimulatorConfiguration()
        configuration.folder = folder.path
        try await Simulator.run(configuration) { simulator in
            let phone = try #require(simulator.phone("jane"))
            let own = try await [token, #require(phone.identity.startToken)]
            let activity = try #require(Self.devices(in: folder).keys.first { !own.contains($0) })
            #expect(try await status(of: activity, in: simulator) == "410 Unregistered")
            await phone.setOnline(true)
            #expect(try await phone.delivery(number: 1).content.title == "Payment")
            #expect(try await status(of: token, in: simulator) == "200 ")
        }
    }

    @Test("a state that cannot be written is reported once, and written as soon as it can be")
    func unwritable() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("restart-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("service.json")
        let warnings = Mutex<[String]>([])
        let clock = ManualClock()
        var configuration = SimulatorConfiguration()
        configuration.folder = folder.path
        configuration.clock = clock
        configuration.warn = { text in warnings.withLock { $0.append(text) } }
        try await Simulator.run(configuration) { simulator in
            try await simulator.addPhone("jane", app: Self.app)
            try await eventually { Self.devices(in: folder).count == 2 }
            // A folder in the file's place, which also root cannot replace by a file.
            try FileManager.default.removeItem(at: file)
            try FileManager.default.createDirectory(
                at: file.appendingPathComponent("x"), withIntermediateDirectories: true)
            simulator.service.register("abcd", bundleID: Self.app)
            try await clock.waitForSleeper()
            #expect(warnings.withLock { $0.count } == 1)
            simulator.service.register("ef01", bundleID: Self.app)
            try await clock.advance(by: .seconds(1))
            // The simulator sleeps again after the second attempt.
            try await clock.waitForSleeper()
            #expect(warnings.withLock { $0.count } == 1)
            try FileManager.default.removeItem(at: file)
            try await clock.advance(by: .seconds(1))
            try await eventually { Self.devices(in: folder).count == 4 }
        }
        #expect(warnings.withLock { $0 }.allSatisfy { $0.contains("service.json cannot be written") })
    }

    /// Returns the device tokens of the saved state.
    private static func devices(in folder: URL) -> [String: JSONObject] {
        let data = try? Data(contentsOf: folder.appendingPathComponent("service.json"))
        let json = data.flatMap { try? JSONValue(parsing: Array($0)).objectValue }
        let members = json?["devices"]?.objectValue?.members ?? []
        return Dictionary(members.compactMap { member in member.value.objectValue.map { (member.name.string, $0) } }) {
            $1
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
            try await eventually { try await simulator.provider.activities(of: "jane").isEmpty }
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
