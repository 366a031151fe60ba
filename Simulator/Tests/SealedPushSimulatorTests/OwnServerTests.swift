import Foundation
import Hummingbird
import LocalAPNsServer
import NIOCore
import ProviderClient
import PushSealer
import Synchronization
import Testing

@testable import SealedPushSimulator

@Suite("A phone that is enrolled with a server of its own")
struct OwnServerTests {
    private static func start(_ ride: String) -> Payload {
        var payload = Payload.liveActivityStart(
            attributesType: "RideAttributes", attributes: ["ride": .string(ride)], contentState: ["driver": "Jane"],
            alert: .init(title: "A taxi is on its way"), timestamp: Int(Date().timeIntervalSince1970))
        payload.aps.inputPushToken = true
        return payload
    }

    @Test("the simulator's provider finds the phone's tokens, and does not seal to it")
    func tokens() async throws {
        try await TestServer.run { server in
            try await Simulator.run { simulator in
                let zoe = try await simulator.addPhone("zoe", app: "com.example.bank", server: server.address)
                try await simulator.renewToken(of: "zoe")
                #expect(try await simulator.provider.identity(of: "zoe") == zoe.identity)
                let payload = Payload(alert: .init(title: "One"))
                #expect(try await simulator.provider.pushPlain(payload, to: "zoe").status == 200)
                let error = await #expect(throws: SimulatorError.self) {
                    try await simulator.provider.push(payload, to: "zoe")
                }
                #expect(error?.code == .otherServer)
                #expect(error?.reason == "zoe is enrolled with \(server.address), which seals for it")
            }
        }
    }

    @Test("after a refusal the app sends its Live Activities at the next change, after a failure within seconds")
    func refusedActivities() async throws {
        let clock = ManualClock()
        var configuration = SimulatorConfiguration()
        configuration.clock = clock
        try await TestServer.run { server in
            try await Simulator.run(configuration) { simulator in
                let zoe = try await simulator.addPhone("zoe", app: "com.example.bank", server: server.address)
                server.answer(.serviceUnavailable)
                try await simulator.provider.pushPlain(Self.start("R-1"), to: "zoe")
                try await clock.advance(by: .seconds(5))
                // The app sleeps again after its second request.
                try await clock.waitForSleeper()
                #expect(server.requests.map(\.count) == [1, 1])

                server.answer(.notFound)
                try await clock.advance(by: .seconds(5))
                try await eventually { server.requests.count == 3 }
                // A request without a change would have one activity.
                try await simulator.provider.pushPlain(Self.start("R-2"), to: "zoe")
                try await eventually { server.requests.count == 4 }
                #expect(server.requests.map(\.count) == [1, 1, 1, 2])
                guard case .failed(let reason) = try await zoe.activity(number: 1).registration else {
                    Issue.record("the activity is registered")
                    return
                }
                #expect(reason == "the app's server answered 404")
            }
        }
    }

    @Test("an enrolment that is refused leaves no file, and its name is free")
    func refusedEnrolment() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("refused-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var configuration = SimulatorConfiguration()
        configuration.folder = folder.path
        try await TestServer.run { server in
            try await Simulator.run(configuration) { simulator in
                let error = await #expect(throws: SimulatorError.self) {
                    try await simulator.addPhone(
                        "zoe", app: "com.example.bank", server: server.address + "/elsewhere")
                }
                #expect(error?.code == .serverRefused)
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/phones").isEmpty)
                try await simulator.addPhone("zoe", app: "com.example.bank", server: server.address)
            }
        }
    }
}

/// The server of an app over HTTP, which answers the requests about Live Activities with a status.
private struct TestServer: Sendable {
    let address: String
    private let activities: Activities

    private final class Activities: Sendable {
        let state = Mutex((status: HTTPResponse.Status.ok, requests: [[JSONValue]]()))

        /// Keeps a request, and returns the status of its answer.
        func answer(_ request: [UInt8]) throws -> HTTPResponse.Status {
            let activities = try JSONValue(parsing: request).arrayValue ?? []
            return state.withLock { state in
                state.requests.append(activities)
                return state.status
            }
        }
    }

    /// Runs a closure with a server on a free port.
    static func run(_ body: (TestServer) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("server-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let app = try AppServer(folder: folder.path, topic: "com.example.bank")
        let activities = Activities()
        let router = Router()
        router.post("/devices/:id/:request") { message, context in
            let id = try context.parameters.require("id")
            guard let request = AppServer.Request(rawValue: try context.parameters.require("request")) else {
                return Response(status: .notFound)
            }
            let bytes = try await Array(message.body.collect(upTo: 65_536).readableBytesView)
            guard request != .activities else { return Response(status: try activities.answer(bytes)) }
            let answer = try await app.receive(request, bytes, from: id)
            return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer)))
        }
        let running = Latch<Int>()
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in running.open(with: channel.localAddress?.port) },
            logger: Loopback.logger("test"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { running.open(with: nil) }
                try await application.run()
            }
            let port = try #require(await running.value)
            try await body(TestServer(address: "http://127.0.0.1:\(port)", activities: activities))
            group.cancelAll()
        }
    }

    /// The Live Activities of each request.
    var requests: [[JSONValue]] { activities.state.withLock { $0.requests } }

    /// Sets the status of the next answers.
    func answer(_ status: HTTPResponse.Status) { activities.state.withLock { $0.status = status } }
}
