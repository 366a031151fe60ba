import Foundation
import PushSealer
import SealedPushSimulator
import Synchronization
import Testing

@Suite("Phones")
struct PhoneTests {
    private static func payload(_ title: String, thread: String? = nil) -> Payload {
        var payload = Payload(alert: .init(title: title))
        payload.aps.threadID = thread
        return payload
    }

    @Test("of three pushes to an offline phone only the newest is shown")
    func offline() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            await phone.setOnline(false)
            for title in ["one", "two", "three"] {
                #expect(try await simulator.provider.push(Self.payload(title), to: "jane").status == 200)
            }
            await phone.setOnline(true)
            #expect(try await phone.delivery(number: 1).content.title == "three")
            #expect(await phone.pushes.map(\.status) == [.replaced, .replaced, .delivered])
            #expect(await phone.lockScreen.count == 1)
        }
    }

    /// A clock that a test advances relative to the system's.
    private final class AdjustableClock: Sendable {
        private let seconds = Mutex<Int64>(0)

        var milliseconds: Int64 { PushService.systemTime() + seconds.withLock { $0 } * 1000 }

        func advance(by more: Int64) { seconds.withLock { $0 += more } }
    }

    @Test("a push that expires while the phone is offline is not shown", arguments: [(30, false), (90, true)])
    func expiration(seconds: Int64, isExpired: Bool) async throws {
        let time = AdjustableClock()
        var configuration = SimulatorConfiguration()
        configuration.now = { time.milliseconds }
        try await Simulator.run(configuration) { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            await phone.setOnline(false)
            let options = SealOptions(expiresIn: .seconds(60))
            try await simulator.provider.push(Self.payload("expiring"), to: "jane", options: options)
            #expect(await phone.pushes.map(\.status) == [.stored])
            time.advance(by: seconds)
            await phone.setOnline(true)
            #expect(await phone.pushes.map(\.status) == [isExpired ? .expired : .delivered])
        }
    }

    @Test("a provider token older than an hour is refused")
    func tokenAge() async throws {
        let time = AdjustableClock()
        var configuration = SimulatorConfiguration()
        configuration.now = { time.milliseconds }
        try await Simulator.run(configuration) { simulator in
            try await simulator.addPhone("jane", app: "com.example.bank")
            let fresh = try await simulator.provider.push(Self.payload("fresh"), to: "jane")
            time.advance(by: 3_602)
            let stale = try await simulator.provider.push(Self.payload("stale"), to: "jane")
            #expect(fresh.status == 200)
            #expect(stale.status == 403 && stale.reason == "ExpiredProviderToken")
        }
    }

    @Test("the placeholder is shown before the first unlock, and the payload after it")
    func unlock() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            await phone.restart()
            try await simulator.provider.push(Self.payload("secret"), to: "jane", placeholder: .init(title: "generic"))
            let locked = try await phone.delivery(number: 1)
            #expect(locked.content.title == "generic")
            #expect(locked.outcome == .placeholder)
            #expect(locked.reason?.code == .keysUnavailable)
            await phone.unlock()
            try await simulator.provider.push(Self.payload("secret"), to: "jane", placeholder: .init(title: "generic"))
            #expect(try await phone.delivery(number: 2).content.title == "secret")
        }
    }

    @Test("notifications are grouped by thread, newest first, and a collapse id replaces the earlier one")
    func lockScreen() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            var collapsing = SealOptions()
            collapsing.collapseID = "balance"
            let pushes: [(Payload, SealOptions)] = [
                (Self.payload("a1", thread: "a"), SealOptions()), (Self.payload("b1", thread: "b"), SealOptions()),
                (Self.payload("old balance", thread: "b"), collapsing),
                (Self.payload("a2", thread: "a"), SealOptions()),
                (Self.payload("new balance", thread: "b"), collapsing),
            ]
            for (index, (payload, options)) in pushes.enumerated() {
                try await simulator.provider.push(payload, to: "jane", options: options)
                _ = try await phone.delivery(number: index + 1)
            }
            let titles = await phone.lockScreen.groups.map { group in
                group.notifications.map(\.content.title)
            }
            #expect(titles == [["new balance", "b1"], ["a2", "a1"]])
            await phone.clear()
            #expect(await phone.lockScreen.count == 0)
        }
    }

    @Test("a phone does not open a push that is sealed to another phone")
    func otherRecipient() async throws {
        try await Simulator.run { simulator in
            let jane = try await simulator.addPhone("jane", app: "com.example.bank")
            try await simulator.addPhone("ben", app: "com.example.bank")
            let push = try await simulator.provider.seal(
                Self.payload("for Ben"), to: "ben", placeholder: .init(title: "generic"))
            #expect(try await simulator.provider.send(push, to: "jane").status == 200)
            let delivery = try await jane.delivery(number: 1)
            #expect(delivery.outcome == .placeholder)
            #expect(delivery.content.title == "generic")
            #expect(delivery.reason != nil)
        }
    }

    @Test("pushes to a removed app get Unregistered, and pushes to a replaced token get ExpiredToken")
    func invalidTokens() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            let push = try await simulator.provider.seal(Self.payload("x"), to: "jane")
            let old = await phone.identity.token
            try await simulator.renewToken(of: "jane")
            #expect(try await simulator.provider.send(push, to: "jane").status == 200)
            _ = try await phone.delivery(number: 1)
            let description = simulator.description
            let client = try ProviderClient(host: description.host, signer: description.signer())
            let stale = try await client.send(push, to: old)
            await client.shutDown()
            #expect(stale.status == 410 && stale.reason == "ExpiredToken")
            await phone.removeApp()
            let removed = try await simulator.provider.send(push, to: "jane")
            #expect(removed.status == 410 && removed.reason == "Unregistered" && removed.timestamp != nil)
        }
    }

    @Test("phones of an earlier run on the same folder open pushes that are sealed to them")
    func secondRun() async throws {
        var configuration = SimulatorConfiguration()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("second-run-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        configuration.folder = folder.path
        try await Simulator.run(configuration) { try await $0.addPhone("jane", app: "com.example.bank") }
        try await Simulator.run(configuration) { simulator in
            let phone = try #require(simulator.phone("jane"))
            try await simulator.provider.push(Self.payload("second run"), to: "jane")
            #expect(try await phone.delivery(number: 1).content.title == "second run")
        }
        #expect(throws: SimulatorError.self) { try SimulatorDescription(folder: folder.path) }
    }

    @Test("the phone's language selects the app's strings, for the placeholder and the sealed alert")
    func language() async throws {
        let bundle = FileManager.default.temporaryDirectory.appendingPathComponent("app-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: bundle) }
        for (language, text) in [("en", "Payment from %@"), ("de", "Zahlung von %@")] {
            let folder = bundle.appendingPathComponent("\(language).lproj")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("\"PAYMENT\" = \"\(text)\";\n".utf8).write(
                to: folder.appendingPathComponent("Localizable.strings"))
        }
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone(
                "jane", app: "com.example.bank", languages: ["de-AT"], bundle: bundle.path)
            let payload = try Payload(
                parsing: Array(#"{"aps":{"alert":{"title-loc-key":"PAYMENT","title-loc-args":["Ben"]}}}"#.utf8))
            try await simulator.provider.push(payload, to: "jane", placeholder: .init(title: "x"))
            #expect(try await phone.delivery(number: 1).content.title == "Zahlung von Ben")
        }
    }

    @Test("invalid names and names that are in use are refused")
    func names() async throws {
        try await Simulator.run { simulator in
            for name in ["", "-a", "A", "a/b", "..", String(repeating: "a", count: 33)] {
                await #expect(throws: SimulatorError.self) {
                    try await simulator.addPhone(name, app: "com.example.bank")
                }
            }
            try await simulator.addPhone("jane", app: "com.example.bank")
            await #expect(throws: SimulatorError.self) { try await simulator.addPhone("jane", app: "com.example.bank") }
        }
    }
}
