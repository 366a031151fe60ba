import Foundation
import PhoneState
import PushSealer
import Testing

@testable import SealedPushSimulator

/// Live Activities on phones, over the network.
@Suite("Live Activities")
struct ActivityTests {
    private static let now = Int(Date().timeIntervalSince1970)

    private static func start(_ relevance: Double? = nil, channel: String? = nil, at time: Int = now) -> Payload {
        var payload = Payload.liveActivityStart(
            attributesType: "RideAttributes", attributes: ["ride": "R-1"], contentState: ["driver": "Jane"],
            alert: .init(title: "A taxi is on its way"), timestamp: time)
        payload.aps.relevanceScore = relevance
        payload.aps.inputPushChannel = channel
        payload.aps.inputPushToken = channel == nil
        return payload
    }

    private static func update(_ driver: JSONValue, at time: Int, staleDate: Int? = nil) -> Payload {
        .liveActivityUpdate(contentState: ["driver": driver], timestamp: time, staleDate: staleDate)
    }

    @Test("an activity starts, is updated and ends, and its widget opens what Apple cannot read")
    func life() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            #expect(try await simulator.provider.push(Self.start(), to: "jane").status == 200)
            let started = try await phone.registeredActivity(number: 1)
            #expect(started.attributes.opened == ["ride": "R-1"] && started.state.opened == ["driver": "Jane"])
            #expect(started.attributesType == "RideAttributes" && started.phase == .active && started.channel == nil)
            let body = try #require(await phone.pushes.first?.push.body)
            #expect(!String(decoding: body, as: UTF8.self).contains("Jane\""))

            let token = try #require(started.token)
            try await simulator.provider.push(
                Self.update("Ben", at: Self.now + 1, staleDate: Self.now - 10), to: "jane", activity: token)
            #expect(try await phone.activityUpdate(byPush: 2).effect == .updated([1]))
            let updated = try await phone.activity(number: 1)
            #expect(updated.state.opened == ["driver": "Ben"] && updated.attributes == started.attributes)
            #expect(updated.phase == .stale)

            let end = Payload.liveActivityEnd(
                contentState: ["driver": "none"], timestamp: Self.now + 2, dismissalDate: Self.now - 1)
            try await simulator.provider.push(end, to: "jane", activity: token)
            #expect(try await phone.activityUpdate(byPush: 3).effect == .ended([1]))
            #expect(await phone.activities.isEmpty)
            let late = try await simulator.provider.push(
                Self.update("late", at: Self.now + 3), to: "jane", activity: token)
            #expect(late.status == 410 && late.reason == "Unregistered")
            #expect(await phone.refusals.map(\.push.reason) == [.unregistered])
            #expect(await phone.deliveryCount == 0)
        }
    }

    @Test("a state of another activity is not shown, nor one without an id or an older one again")
    func otherActivity() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            for _ in 0..<2 { try await simulator.provider.push(Self.start(), to: "jane") }
            let (first, second) = (
                try await phone.registeredActivity(number: 1), try await phone.registeredActivity(number: 2)
            )
            let known = try await simulator.provider.activities(of: "jane")
            let ids = known.compactMap { $0.attributes.flatMap(ActivityID.init(in:)) }
            #expect(Set(ids).count == 2)

            var (newer, older) = (Self.update("Ben", at: Self.now + 2), Self.update("Zoe", at: Self.now + 1))
            newer.name(activity: ids[0])
            older.name(activity: ids[0])
            let early = try await simulator.provider.seal(older, to: "jane", options: SealOptions(sequence: 1))
            let late = try await simulator.provider.seal(newer, to: "jane", options: SealOptions(sequence: 2))
            let nameless = try await simulator.provider.seal(Self.update("Eve", at: Self.now + 3), to: "jane")
            for (push, token) in [(late, second.token), (late, first.token), (nameless, first.token)] {
                _ = try await simulator.provider.send(push, to: "jane", activity: token)
            }
            // An intermediary sends the older state again, with a timestamp of its own.
            var again = try Payload(parsing: early.body)
            again.aps.timestamp = Self.now + 4
            let headers = try PushHeaders(topic: "com.example.bank", pushType: .liveactivity)
            _ = try await simulator.provider.sendPlain(again, headers: headers, to: "jane", activity: first.token)
            var codes: [String?] = []
            for number in 3...6 { codes.append(try await phone.activityUpdate(byPush: number).state?.code) }
            #expect(codes == ["badMessage", nil, "badMessage", "outdated"])
        }
    }

    @Test("activities that follow a channel are updated by a broadcast, which the widgets open with the shared key")
    func channel() async throws {
        try await Simulator.run { simulator in
            let service = simulator.service
            let channel = service.createChannel(bundleID: "com.example.bank")
            for name in ["jane", "ben"] {
                let phone = try await simulator.addPhone(name, app: "com.example.bank")
                try await simulator.provider.push(Self.start(channel: channel), to: name)
                let activity = try await phone.activity(number: 1)
                #expect(activity.channel == channel && activity.token == nil)
            }
            let update = Self.update("Ben", at: Self.now + 1)
            let answer = try await simulator.provider.broadcast(update, to: channel, of: "com.example.bank")
            #expect(answer.status == 200)

            let jane = try #require(simulator.phone("jane"))
            let ben = try #require(simulator.phone("ben"))
            for phone in [jane, ben] {
                #expect(try await phone.activityUpdate(byPush: 2).effect == .updated([1]))
                #expect(await phone.activities.map(\.state) == [.opened(["driver": "Ben"])])
                #expect(await phone.pushes.last?.push.channel == channel)
            }
            let end = Payload.liveActivityEnd(
                contentState: ["driver": "none"], timestamp: Self.now + 2, dismissalDate: Self.now)
            try await simulator.provider.broadcast(end, to: channel, of: "com.example.bank")
            #expect(try await ben.activityUpdate(byPush: 3).effect == .ended([1]))
            // The phone has unsubscribed, so a later broadcast does not reach it.
            try await simulator.provider.broadcast(update, to: channel, of: "com.example.bank")
            #expect(await ben.pushes.count == 3)
        }
    }

    @Test("a push without effect has the reason, and the lock screen does not change")
    func ignored() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            try await simulator.provider.push(Self.start(), to: "jane")
            let token = try #require(await phone.activity(number: 1).token)
            try await simulator.provider.push(Self.update("old", at: Self.now - 1), to: "jane", activity: token)
            try await simulator.provider.push(Self.update("nobody", at: Self.now), to: "jane")
            try await simulator.provider.push(Self.start(at: Self.now), to: "jane", activity: token)
            let effects = [
                try await phone.activityUpdate(byPush: 2).effect, try await phone.activityUpdate(byPush: 3).effect,
                try await phone.activityUpdate(byPush: 4).effect,
            ]
            #expect(
                effects == [
                    .ignored("a push with a later timestamp came before"), .ignored("no Live Activity has this token"),
                    .ignored("a start must go to the push-to-start token of the app"),
                ])
            #expect(await phone.activities.map(\.state.opened) == [["driver": "Jane"]])
        }
    }

    @Test(
        "a start by Apple's page has an alert, and a token or an existing channel",
        arguments: [
            ("alert", "a start must have an alert"), ("channel", "the app has no such channel"),
            ("both", "a start must not have both input-push-token and input-push-channel"),
        ])
    func invalidStart(defect: String, reason: String) async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            let channel = simulator.service.createChannel(bundleID: "com.example.bank")
            var payload = Self.start()
            switch defect {
            case "alert": payload.aps.alert = nil
            case "channel": payload = Self.start(channel: simulator.service.createChannel(bundleID: "com.example.shop"))
            default: payload.aps.inputPushChannel = channel
            }
            let headers = try PushHeaders(topic: "com.example.bank", pushType: .liveactivity)
            // The provider's own library refuses to seal some of these.
            #expect(try await simulator.provider.sendPlain(payload, headers: headers, to: "jane").status == 200)
            #expect(try await phone.activityUpdate(byPush: 1).effect == .ignored(reason))
            #expect(await phone.activities.isEmpty)
        }
    }

    @Test("without input-push-token and channel a started activity has no token for updates")
    func startWithoutInput() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            var payload = Self.start()
            payload.aps.inputPushToken = false
            try await simulator.provider.push(payload, to: "jane")
            let activity = try await phone.activity(number: 1)
            #expect(activity.token == nil && activity.channel == nil)
        }
    }

    @Test("a phone shows 20 Live Activities, and the 21st does not start")
    func capacity() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            for _ in 0..<21 { try await simulator.provider.push(Self.start(), to: "jane") }
            #expect(
                try await phone.activityUpdate(byPush: 21).effect
                    == .ignored("the phone shows 20 Live Activities already"))
            #expect(await phone.activities.count == 20)
            let first = try #require(await phone.activities.last?.token)
            let end = Payload.liveActivityEnd(
                contentState: ["driver": "none"], timestamp: Self.now + 1, dismissalDate: Self.now - 1)
            try await simulator.provider.push(end, to: "jane", activity: first)
            try await simulator.provider.push(Self.start(), to: "jane")
            #expect(try await phone.activityUpdate(byPush: 23).effect == .started(21))
        }
    }

    @Test("a state is closed before the first unlock and after the loss of the key, and plain if it was not sealed")
    func closed() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            await phone.restart()
            try await simulator.provider.push(Self.start(), to: "jane")
            let locked = try await phone.activity(number: 1)
            #expect(
                locked.state
                    == .closed(
                        code: "keysUnavailable", reason: "the phone was not unlocked since it started", visible: [:]))
            await phone.unlock()
            let headers = try PushHeaders(topic: "com.example.bank", pushType: .liveactivity)
            _ = try await simulator.provider.sendPlain(
                Self.update("Ben", at: Self.now + 1), headers: headers, to: "jane", activity: locked.token)
            let refused = try await phone.activityUpdate(byPush: 2).state
            #expect(refused?.code == "notSealed" && refused?.members == [:])
            #expect(await phone.activities.map(\.state.code) == ["notSealed"])
            try await phone.loseKey()
            try await simulator.provider.push(
                Self.update("Zoe", at: Self.now + 2), to: "jane", activity: locked.token)
            #expect(try await phone.activityUpdate(byPush: 3).state?.code == "keysUnavailable")
            let reported = phone.reported.last
            let state = reported?["activity"]?.objectValue?["state"]?.objectValue
            #expect(state?["kind"] == "closed" && state?["code"] == "keysUnavailable")
        }
    }

    @Test("an activity that started in the clear is plain")
    func plain() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            let headers = try PushHeaders(topic: "com.example.bank", pushType: .liveactivity)
            _ = try await simulator.provider.sendPlain(Self.start(), headers: headers, to: "jane")
            let activity = try await phone.activity(number: 1)
            #expect(activity.state == .plain(["driver": "Jane"]) && activity.attributes == .plain(["ride": "R-1"]))
            _ = try await simulator.provider.sendPlain(
                Self.update("Ben", at: Self.now + 1), headers: headers, to: "jane", activity: activity.token)
            #expect(try await phone.activityUpdate(byPush: 2).state == .plain(["driver": "Ben"]))
        }
    }

    @Test("the widget opens a state again after the unlock, and closes it after a restart and the loss of the key")
    func drawing() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            await phone.restart()
            try await simulator.provider.push(Self.start(), to: "jane")
            #expect(try await phone.activity(number: 1).state.code == "keysUnavailable")
            await phone.unlock()
            #expect(await phone.activities.map(\.state.opened) == [["driver": "Jane"]])
            #expect(await phone.activities.map(\.attributes.opened) == [["ride": "R-1"]])
            await phone.restart()
            #expect(await phone.activities.map(\.state.code) == ["keysUnavailable"])
            await phone.unlock()
            #expect(await phone.activities.map(\.state.code) == [nil])
            try await phone.loseKey()
            #expect(await phone.activities.map(\.state.code) == ["keysUnavailable"])
        }
    }

    /// Runs a simulator with the phone jane in a folder, whose path is passed.
    private static func inFolder(_ body: (Simulator, SimulatedPhone, String) async throws -> Void)
        async throws
    {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("activities-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var configuration = SimulatorConfiguration()
        configuration.folder = folder.path
        try await Simulator.run(configuration) { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            try await body(simulator, phone, folder.path)
        }
    }

    @Test("a state that was sealed by a key that the phone had not pinned opens when the app has pinned it")
    func pinning() async throws {
        try await Self.inFolder { simulator, phone, folder in
            try KeyDirectory(folder + "/provider/keys").change("provider") { _ = try $0.rotate(grace: .zero) }
            try await simulator.provider.push(Self.start(), to: "jane")
            #expect(try await phone.activity(number: 1).state.code == "unknownSender")
            try await simulator.provider.push(Payload(alert: .init(title: "one")), to: "jane")
            guard case .pinned = try await phone.report(number: 1).result else {
                Issue.record("the phone has pinned no key")
                return
            }
            #expect(await phone.activities.map(\.state.opened) == [["driver": "Jane"]])
        }
    }

    @Test("a broadcast opens after a rotation of the shared key, and a damaged keyring is named")
    func sharedKey() async throws {
        try await Self.inFolder { simulator, phone, folder in
            let app = "com.example.bank"
            let channel = simulator.service.createChannel(bundleID: app)
            try await simulator.provider.push(Self.start(channel: channel), to: "jane")
            _ = try await phone.activity(number: 1)
            try KeyDirectory(folder + "/provider/keys").change("audience") { _ = try $0.rotate(grace: .days(7)) }
            try await simulator.provider.broadcast(Self.update("Ben", at: Self.now + 1), to: channel, of: app)
            #expect(try await phone.activityUpdate(byPush: 2).state == .opened(["driver": "Ben"]))

            let file = URL(fileURLWithPath: folder + "/phones/jane/keys/audience.jwks")
            #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
            try Data("{".utf8).write(to: file)
            try await simulator.provider.broadcast(Self.update("Zoe", at: Self.now + 2), to: channel, of: app)
            guard case .closed(let code, let reason, _) = try await phone.activityUpdate(byPush: 3).state else {
                Issue.record("expected a state that does not open")
                return
            }
            #expect(code == "keysUnavailable" && reason.contains("audience"))
        }
    }

    @Test(
        "the app's server gets the token of an activity that another program started, updates it, and forgets it at the end"
    )
    func registration() async throws {
        try await Self.inFolder { simulator, phone, folder in
            // Another process of the app's server.
            let server = try LocalProvider(folder: folder)
            #expect(try await server.activities(of: "jane").isEmpty)
            try await simulator.provider.push(Self.start(), to: "jane")
            let activity = try await phone.registeredActivity(number: 1)
            let known = try await server.activities(of: "jane")
            let ride = try #require(known.first { $0.attributes?["ride"]?.stringValue == "R-1" })
            #expect(known.count == 1 && ride.token == activity.token && ride.type == "RideAttributes")
            #expect(
                try await server.push(Self.update("Ben", at: Self.now + 1), to: "jane", activity: ride.token).status
                    == 200)
            #expect(try await phone.activityUpdate(byPush: 2).effect == .updated([1]))

            let end = Payload.liveActivityEnd(contentState: ["driver": "none"], timestamp: Self.now + 2)
            try await server.push(end, to: "jane", activity: ride.token)
            #expect(try await phone.activityUpdate(byPush: 3).effect == .ended([1]))
            try await eventually { try await server.activities(of: "jane").isEmpty }
            await server.shutDown()
        }
    }

    @Test("by the phone's clock an activity becomes stale, and an ended one leaves the lock screen")
    func clock() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            try await simulator.provider.push(Self.start(), to: "jane")
            let token = try #require(await phone.activity(number: 1).token)
            try await simulator.provider.push(
                Self.update("Ben", at: Self.now + 1, staleDate: Self.now + 600), to: "jane", activity: token)
            #expect(try await phone.activityUpdate(byPush: 2).effect == .updated([1]))
            #expect(await phone.activities.map(\.phase) == [.active])
            phone.device.advance(by: .seconds(660))
            try await eventually { await phone.activities.map(\.phase) == [.stale] }

            let end = Payload.liveActivityEnd(contentState: ["driver": "none"], timestamp: Self.now + 2)
            try await simulator.provider.push(end, to: "jane", activity: token)
            #expect(try await phone.activityUpdate(byPush: 3).effect == .ended([1]))
            #expect(await phone.activities.map(\.phase) == [.ended])
            phone.device.advance(by: .seconds(4 * 3_600 + 60))
            try await eventually { await phone.activities.isEmpty }
            let late = Self.update("late", at: Self.now + 3)
            #expect(try await simulator.provider.push(late, to: "jane", activity: token).status == 410)
        }
    }

    @Test("the most relevant activity is first; removing the app removes all and unregisters their tokens")
    func relevance() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            for relevance in [50, 100, 25] as [Double] {
                try await simulator.provider.push(Self.start(relevance), to: "jane")
            }
            let last = try await phone.activity(number: 3)
            #expect(await phone.activities.map(\.number) == [2, 1, 3])
            await phone.removeApp()
            #expect(await phone.activities.isEmpty)
            for token in [last.token, nil] {
                let answer = try await simulator.provider.push(
                    Self.update("late", at: Self.now), to: "jane", activity: token)
                #expect(answer.status == 410)
            }
        }
    }
}

extension ActivityContent {
    /// The members of a content that the widget opened.
    fileprivate var opened: JSONObject? {
        if case .opened = self { members } else { nil }
    }

    /// The code of a content that the widget could not open.
    fileprivate var code: String? {
        if case .closed(let code, _, _) = self { code } else { nil }
    }
}
