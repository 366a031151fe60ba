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

    @Test("of three pushes to a phone that is offline only the newest is shown")
    func offline() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            await phone.setOnline(false)
            for title in ["one", "two", "three"] {
                #expect(try await simulator.provider.push(Self.payload(title), to: "jane").status == 200)
            }
            await phone.setOnline(true)
            #expect(try await phone.delivery(number: 1).content.title == "three")
            #expect(await phone.pushes.map(\.fate) == [.replaced, .replaced, .delivered])
            #expect(await phone.lockScreen.count == 1)
        }
    }

    /// Time that a test adds to the system's.
    private final class LaterTime: Sendable {
        private let seconds = Mutex<Int64>(0)

        var milliseconds: Int64 { PushService.systemTime() + seconds.withLock { $0 } * 1000 }

        func pass(_ more: Int64) { seconds.withLock { $0 += more } }
    }

    @Test("a push whose time runs out while the phone is offline is not shown", arguments: [(30, false), (90, true)])
    func expiration(seconds: Int64, isExpired: Bool) async throws {
        let time = LaterTime()
        var configuration = SimulatorConfiguration()
        configuration.now = { time.milliseconds }
        try await Simulator.run(configuration) { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            await phone.setOnline(false)
            let options = SealOptions(expiresIn: 60)
            try await simulator.provider.push(Self.payload("soon over"), to: "jane", options: options)
            #expect(await phone.pushes.map(\.fate) == [.stored])
            time.pass(seconds)
            await phone.setOnline(true)
            #expect(await phone.pushes.map(\.fate) == [isExpired ? .expired : .delivered])
        }
    }

    @Test("a provider token that is older than an hour is refused")
    func tokenAge() async throws {
        let time = LaterTime()
        var configuration = SimulatorConfiguration()
        configuration.now = { time.milliseconds }
        try await Simulator.run(configuration) { simulator in
            try await simulator.addPhone("jane", app: "com.example.bank")
            let fresh = try await simulator.provider.push(Self.payload("fresh"), to: "jane")
            time.pass(3_602)
            let stale = try await simulator.provider.push(Self.payload("stale"), to: "jane")
            #expect(fresh.status == 200)
            #expect(stale.status == 403 && stale.reason == "ExpiredProviderToken")
        }
    }

    @Test("before the first unlock the placeholder is shown, after it the payload")
    func unlock() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            await phone.restart()
            try await simulator.provider.push(Self.payload("secret"), to: "jane", placeholder: .init(title: "dull"))
            let locked = try await phone.delivery(number: 1)
            #expect(locked.content.title == "dull")
            #expect(locked.outcome == .placeholder)
            #expect(locked.reason?.code == .keysUnavailable)
            await phone.unlock()
            try await simulator.provider.push(Self.payload("secret"), to: "jane", placeholder: .init(title: "dull"))
            #expect(try await phone.delivery(number: 2).content.title == "secret")
        }
    }

    @Test("threads are groups, the newest first, and a collapse id takes the earlier one's place")
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
                group.notifications.compactMap(\.delivery?.content.title)
            }
            #expect(titles == [["new balance", "b1"], ["a2", "a1"]])
            await phone.clear()
            #expect(await phone.lockScreen.count == 0)
        }
    }

    @Test("a phone opens nothing that was sealed to another one")
    func strangers() async throws {
        try await Simulator.run { simulator in
            let jane = try await simulator.addPhone("jane", app: "com.example.bank")
            try await simulator.addPhone("ben", app: "com.example.bank")
            let push = try simulator.provider.seal(
                Self.payload("for Ben"), to: "ben", placeholder: .init(title: "dull"))
            #expect(try await simulator.provider.send(push, to: "jane").status == 200)
            let delivery = try await jane.delivery(number: 1)
            #expect(delivery.outcome == .placeholder)
            #expect(delivery.content.title == "dull")
            #expect(delivery.reason != nil)
        }
    }

    @Test("a removed app is Unregistered, and a renewed token expires the old one")
    func leaving() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            let push = try simulator.provider.seal(Self.payload("x"), to: "jane")
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
            let gone = try await simulator.provider.send(push, to: "jane")
            #expect(gone.status == 410 && gone.reason == "Unregistered" && gone.timestamp != nil)
        }
    }

    @Test("phones of an earlier run on the same folder open what is sealed to them")
    func again() async throws {
        var configuration = SimulatorConfiguration()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("again-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        configuration.folder = folder.path
        try await Simulator.run(configuration) { try await $0.addPhone("jane", app: "com.example.bank") }
        try await Simulator.run(configuration) { simulator in
            let phone = try #require(simulator.phone("jane"))
            try await simulator.provider.push(Self.payload("still here"), to: "jane")
            #expect(try await phone.delivery(number: 1).content.title == "still here")
        }
        #expect(throws: SimulatorError.self) { try SimulatorDescription(folder: folder.path) }
    }

    @Test("a phone's language chooses the app's strings, for the placeholder and for what was sealed")
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

    @Test("names that are no names, and names that are taken, are refused")
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
