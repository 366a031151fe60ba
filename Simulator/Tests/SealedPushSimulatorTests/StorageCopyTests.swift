import Foundation
import PhoneState
import PushSealer
import Testing

@testable import SealedPushSimulator

@Suite("A copy of all that a phone stores")
struct StorageCopyTests {
    /// A push of the copy's result.
    private struct Result: Decodable {
        let number, acceptedAt, suite, age: Int
        let day: Int?
        let isOpened: Bool
        let reason: String?
    }

    private struct Results: Decodable {
        let pushes: [Result]
    }

    private static func results(of phone: SimulatedPhone) async throws -> [Result] {
        let json = try #require(await phone.storageCopy).json(of: await phone.pushes)
        return try JSONDecoder().decode(Results.self, from: Data(json.serialized())).pushes
    }

    /// Sends a push, and waits until the phone has shown it.
    private static func push(_ number: Int, by simulator: Simulator, to phone: SimulatedPhone) async throws {
        try await simulator.provider.push(Payload(alert: .init(title: "Push \(number)")), to: phone.name)
        #expect(try await phone.delivery(number: number).content.title == "Push \(number)")
    }

    private static func configuration(isOwn: Bool) -> SimulatorConfiguration {
        var configuration = SimulatorConfiguration()
        guard isOwn else { return configuration }
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        configuration.extensionPath = tests.appendingPathComponent("SimulatorMessenger").path
        configuration.entitlements = Entitlements(keychainGroups: ["com.example.bank.keys"])
        configuration.pinnedName = "bank"
        return configuration
    }

    @Test(
        "after ten days it opens the pushes of the last days alone, from the files and from the keychain",
        arguments: [false, true])
    func window(isOwn: Bool) async throws {
        try await Simulator.run(Self.configuration(isOwn: isOwn)) { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            for number in 1...11 {
                if number > 1 { try simulator.advance(by: .days(1)) }
                try await Self.push(number, by: simulator, to: phone)
            }
            // An app that is opened must not bring a former day back.
            try await phone.openApp()
            try await phone.copyStorage()
            let results = try await Self.results(of: phone)
            #expect(results.map(\.number) == Array(1...11))
            #expect(results.map(\.age) == Array((0...10).reversed()))
            // Chains §S.5.1: the last push was a true time, messages live for 7 days, and clocks differ by an hour.
            let newest = try #require(results.last?.acceptedAt) / 1000
            let oldestDay = (newest - 7 * 86_400 - 3_600) / 86_400
            for result in results {
                let day = result.acceptedAt / 1000 / 86_400
                #expect(result.suite == 5 && result.day == day)
                #expect(result.isOpened == (day >= oldestDay), "\(result)")
                #expect(result.isOpened || result.reason?.contains("erased") == true)
            }
            // S.10, 1: nothing that is older than 7 days, an hour and the rest of a day.
            #expect(results.filter { $0.isOpened }.allSatisfy { $0.age < 9 })
            #expect(results.filter { !$0.isOpened }.allSatisfy { $0.age >= 7 })
        }
    }

    @Test("it opens later pushes until the app has renewed the key")
    func renewal() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            try await Self.push(1, by: simulator, to: phone)
            try await phone.copyStorage()
            try simulator.advance(by: .days(20))
            try await phone.openApp()
            try await Self.push(2, by: simulator, to: phone)
            try simulator.advance(by: .days(4))
            try await phone.openApp()
            try await Self.push(3, by: simulator, to: phone)
            let results = try await Self.results(of: phone)
            #expect(results.map(\.isOpened) == [true, true, false])
            #expect(results.map(\.age) == [0, -21, -25])
            #expect(results.last?.reason?.contains("no device key has id") == true)
        }
    }

    @Test("pushes that are not sealed are not tried; a broadcast opens, since its shared key has no chain")
    func others() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            try await simulator.provider.pushPlain(Payload(alert: .init(title: "In the clear")), to: "jane")
            _ = try await phone.delivery(number: 1)
            let channel = try await simulator.provider.createChannel(app: "com.example.bank")
            let match = try Payload(
                parsing: Array(
                    #"""
                    {"aps":{"timestamp":1,"event":"start","attributes-type":"Match","attributes":{},"content-state":{"score":0},
                    "input-push-channel":"\#(channel)","alert":{"title":"The match has begun"}}}
                    """#.utf8))
            try await simulator.provider.push(match, to: "jane")
            _ = try await phone.activityUpdate(byPush: 2)
            let update = try Payload(
                parsing: Array(#"{"aps":{"timestamp":2,"event":"update","content-state":{"score":1}}}"#.utf8))
            try await simulator.provider.broadcast(update, to: channel, of: "com.example.bank")
            _ = try await phone.activityUpdate(byPush: 3)
            try simulator.advance(by: .days(30))
            try await phone.copyStorage()
            let results = try await Self.results(of: phone)
            #expect(results.map(\.number) == [2, 3])
            #expect(results.map(\.suite) == [5, 3])
            #expect(results.map(\.isOpened) == [true, true])
        }
    }

    @Test("the clock of a simulator is that of its phones, also of new ones and in a later run")
    func clock() async throws {
        var configuration = SimulatorConfiguration()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("clock-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        configuration.folder = folder.path
        func daysAhead(_ phone: SimulatedPhone?) throws -> Int {
            Int((try #require(phone).device.now.timeIntervalSinceNow / 86_400).rounded())
        }
        try await Simulator.run(configuration) { simulator in
            let jane = try await simulator.addPhone("jane", app: "com.example.bank")
            try simulator.advance(by: .days(2))
            let ben = try await simulator.addPhone("ben", app: "com.example.bank")
            let ahead = try [daysAhead(jane), daysAhead(ben)]
            #expect(ahead == [2, 2])
        }
        try await Simulator.run(configuration) { simulator in
            let jane = try #require(simulator.phone("jane"))
            let ahead = try daysAhead(jane)
            #expect(ahead == 2)
            try await Self.push(1, by: simulator, to: jane)
        }
    }
}
