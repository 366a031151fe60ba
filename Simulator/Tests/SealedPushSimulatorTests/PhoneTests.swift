import Foundation
import PushSealer
import Testing

@testable import LocalAPNs
@testable import SealedPushSimulator

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

    @Test("a push that expires while the phone is offline is not shown", arguments: [(1_800, false), (5_400, true)])
    func expiration(seconds: Int, isExpired: Bool) async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            await phone.setOnline(false)
            let options = SealOptions(expiresIn: .seconds(3_600))
            try await simulator.provider.push(Self.payload("expiring"), to: "jane", options: options)
            #expect(await phone.pushes.map(\.status) == [.stored])
            try simulator.advance(by: .seconds(seconds))
            await phone.setOnline(true)
            #expect(await phone.pushes.map(\.status) == [isExpired ? .expired : .delivered])
        }
    }

    @Test("a provider token older than an hour is refused; the simulator's provider has renewed its own")
    func tokenAge() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            let (description, token) = (simulator.description, await phone.identity.token)
            let late = try ProviderClient(host: description.host, signer: description.signer())
            let push = try await simulator.provider.seal(Self.payload("late"), to: "jane")
            #expect(try await late.send(push, to: token).status == 200)
            try simulator.advance(by: .seconds(3_602))
            let stale = try await late.send(push, to: token)
            await late.shutDown()
            #expect(stale.status == 403 && stale.reason == "ExpiredProviderToken")
            #expect(try await simulator.provider.push(Self.payload("fresh"), to: "jane").status == 200)
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

    @Test("of concurrent calls one adds the phone, and renewals leave one valid token that the server has")
    func concurrentCalls() async throws {
        try await Simulator.run { simulator in
            let added = await Self.concurrently(8) { try await simulator.addPhone("jane", app: "com.example.bank") }
            #expect(added.filter { $0 == nil }.count == 1)
            #expect(added.compactMap(\.self).allSatisfy { $0 == .phoneExists })
            let renewed = await Self.concurrently(8) { try await simulator.renewToken(of: "jane") }
            #expect(renewed.contains(nil) && renewed.compactMap(\.self).allSatisfy { $0 == .busy })
            let phone = try #require(simulator.phone("jane"))
            let token = await phone.identity.token
            #expect(try simulator.provider.identity(of: "jane").token == token)
            #expect(try await simulator.provider.push(Self.payload("one"), to: "jane").status == 200)
            #expect(try await phone.delivery(number: 1).content.title == "one")
        }
    }

    /// Makes calls at once and returns the codes of their errors, nil for each that succeeds.
    private static func concurrently<Result: Sendable>(
        _ count: Int, _ body: @escaping @Sendable () async throws -> Result
    ) async -> [SimulatorError.Code?] {
        await withTaskGroup(of: SimulatorError.Code?.self) { group in
            for _ in 0..<count {
                group.addTask {
                    do {
                        _ = try await body()
                        return nil
                    } catch {
                        return (error as? SimulatorError)?.code ?? .badFolder
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test("a body that is not JSON is dropped, and says so", arguments: [PushType.alert, .liveactivity])
    func malformed(type: PushType) async throws {
        var configuration = SimulatorConfiguration()
        configuration.policy.acceptsMalformedPayload = true
        try await Simulator.run(configuration) { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            let client = try ProviderClient(
                host: simulator.description.host, signer: simulator.description.signer())
            let topic = "com.example.bank\(type.topicSuffix)"
            let headers = [(name: "apns-topic", value: topic), (name: "apns-push-type", value: type.rawValue)]
            let token = await phone.identity.token
            #expect(try await client.send(headers: headers, body: Array("text".utf8), to: token).status == 200)
            await client.shutDown()
            try await eventually { await phone.pushes.map(\.discard) == [.malformed] }
        }
    }

    @Test("a push that was on its way when the app was removed is dropped", arguments: [PushType.alert, .liveactivity])
    func removedApp(type: PushType) async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            await phone.removeApp()
            let start = Payload.liveActivityStart(
                attributesType: "Ride", attributes: [:], contentState: [:], alert: .init(title: "x"), timestamp: 1)
            let payload = type == .alert ? Self.payload("x") : start
            let push = await AcceptedPush(
                number: 1, id: "id", token: phone.identity.startToken ?? "", topic: "com.example.bank", pushType: type,
                priority: 10, expiration: nil, collapseID: nil, acceptedAt: 0, fields: [],
                content: Data(payload.serialized()))
            await phone.inbox.note(push, .delivered)
            try await eventually { await phone.pushes.map(\.discard) == [.noApp] }
            #expect(await phone.activities.isEmpty)
            #expect(await phone.lockScreen.count == 0)
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
