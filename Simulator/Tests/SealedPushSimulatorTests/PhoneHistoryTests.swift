import Foundation
import PhoneState
import PushPayload
import Synchronization
import Testing

@testable import LocalAPNs
@testable import SealedPushSimulator

@Suite("Phone history")
struct PhoneHistoryTests {
    /// A history that follows a device, on which a host of this process shows the pushes.
    private final class Recorder: Sendable {
        let device = Phone()
        private let recorded = Mutex(PhoneHistory())

        init() {
            device.observeNotifications { [weak self] change in self?.recorded.withLock { $0.note(change) } }
        }

        var history: PhoneHistory { recorded.withLock { $0 } }

        func change(_ body: (inout PhoneHistory) -> Void) { recorded.withLock { body(&$0) } }

        func note(_ push: AcceptedPush, _ status: PushStatus) { change { $0.note(push, status) } }

        func deliver(_ push: AcceptedPush, _ title: String, badge: Int? = nil) async {
            var payload = Payload(alert: .init(title: title))
            payload.aps.badge = badge
            note(push, .delivered)
            change { $0.begin(push) }
            let host = ExtensionHost(phone: device) { UNNotificationServiceExtension() }
            let delivery = await host.deliver(payload, identifier: push.notificationIdentifier)
            change { $0.settle(push, as: delivery) }
        }

        var titles: [String] { history.lockScreen.groups.flatMap(\.notifications).map(\.content.title) }
    }

    private let recorder = Recorder()

    private func push(_ number: Int, collapseID: String? = nil) -> AcceptedPush {
        AcceptedPush(
            number: number, id: "id-\(number)", token: "ab", topic: "com.example.bank", pushType: .alert, priority: 10,
            expiration: nil, collapseID: collapseID, acceptedAt: 0, fields: [], content: Data())
    }

    private var center: UNUserNotificationCenter { recorder.device.perform { .current() } }

    @Test("a push replaces the one with its collapse id, and the older one says by which")
    func collapsing() async {
        await recorder.deliver(push(1, collapseID: "balance"), "old")
        await recorder.deliver(push(2), "other")
        await recorder.deliver(push(3, collapseID: "balance"), "new")
        #expect(recorder.titles == ["new", "other"])
        #expect(recorder.history.entries(since: 0).map(\.removal) == [.replaced(by: 3), nil, nil])
    }

    @Test("the badge is the phone's: that of a push, of the app, and 0 after the user opens it")
    func badge() async throws {
        await recorder.deliver(push(1), "one", badge: 10)
        await recorder.deliver(push(2), "two")
        #expect(recorder.history.badge == 10)
        try await center.setBadgeCount(4)
        #expect(recorder.history.badge == 4)
        #expect(recorder.device.badge == 4)
    }

    @Test("a removed notification says while which pushes the extension removed it, or that the user did")
    func removal() async {
        await recorder.deliver(push(1), "one")
        await recorder.deliver(push(2), "two")
        recorder.note(push(3), .delivered)
        recorder.change { $0.begin(push(3)) }
        center.removeDeliveredNotifications(withIdentifiers: ["id-1", "unknown"])
        #expect(recorder.titles == ["two"])
        recorder.change { $0.clear() }
        center.removeAllDeliveredNotifications()
        #expect(recorder.titles.isEmpty && recorder.history.notificationCount == 0)
        #expect(recorder.history.entries(since: 0).map(\.removal) == [.removed(during: [3]), .cleared, nil])
    }

    @Test("a notification that the extension adds is on the lock screen, also in place of a push")
    func local() async throws {
        await recorder.deliver(push(1), "one")
        let revision = recorder.history.revision
        #expect(recorder.history.locals(since: revision) == nil)
        let content = UNMutableNotificationContent()
        content.title = "added"
        try await center.add(UNNotificationRequest(identifier: "id-1", content: content, trigger: nil))
        #expect(recorder.titles == ["added"])
        #expect(recorder.history.lockScreen.groups.first?.notifications.first?.push == nil)
        #expect(recorder.history.entries(since: revision).map(\.removal) == [.replacedByLocal(during: [])])
        #expect(recorder.history.locals(since: revision)?.count == 1)
        center.removeAllDeliveredNotifications()
        #expect(recorder.history.locals(since: revision)?.isEmpty == true)
    }

    @Test("exactly the entries that changed after a revision are returned")
    func revisions() async {
        var history = PhoneHistory()
        for number in 1...3 { history.note(push(number), .stored) }
        let revision = history.revision
        #expect(history.entries(since: revision).isEmpty)
        history.note(push(2), .replaced)
        #expect(history.entries(since: revision).map(\.number) == [2])
        #expect(history.entries(since: 0).map(\.status) == [.stored, .replaced, .stored])
    }

    @Test("the newest 2,000 pushes are kept, and a removed one has no delivery")
    func capacity() async {
        await recorder.deliver(push(1), "first")
        #expect(recorder.history.delivery(1)?.content.title == "first")
        for number in 2...2_001 { recorder.note(push(number), .delivered) }
        let history = recorder.history
        #expect(history.entries(since: 0).map(\.number) == Array(2...2_001))
        #expect(history.delivery(1) == nil && history.delivery(0) == nil && history.delivery(2) == nil)
    }

    @Test("of a long sequence the newest elements are kept with their numbers")
    func newest() {
        var newest = Newest<Int>(capacity: 3)
        #expect(newest[1] == nil && newest.elements.isEmpty)
        for number in 1...10 { newest.append(number * 10) }
        #expect(newest.count == 10 && newest[10] == 100 && newest[8] == 80)
        #expect(newest[0] == nil && newest[4] == nil && newest[11] == nil && newest[.min + 100] == nil)
        #expect(Array(newest.elements) == [80, 90, 100])
    }

    @Test("a refused request that names no phone is kept without the provider token, and not among those of a phone")
    func strays() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            let client = try ProviderClient(
                host: simulator.description.host, signer: simulator.description.signer())
            let body = Array("{\"aps\":{\"alert\":\"x\"}}".utf8)
            let headers = [(name: "apns-topic", value: "com.example.bank"), (name: "apns-push-type", value: "alert")]
            #expect(try await client.send(headers: headers, body: body, to: "abcd").status == 400)
            #expect(try await client.send(headers: headers, body: [], to: phone.identity.token).status == 400)
            await client.shutDown()
            let strays = simulator.router.strayRequests
            #expect(strays.count == 1)
            let apple = try #require(strays.first?["apple"]?.objectValue)
            #expect(apple["path"]?.stringValue == "/3/device/abcd" && apple["method"]?.stringValue == "POST")
            #expect(apple["body"]?.stringValue == String(decoding: body, as: UTF8.self))
            let names = apple["headers"]?.arrayValue?.compactMap { $0.arrayValue?.first?.stringValue } ?? []
            #expect(names.contains("apns-topic") && !names.contains("authorization"))
            let refusal = try #require(await phone.refusals.first)
            #expect(refusal.push.reason == .payloadEmpty && refusal.push.request["apns-topic"] == "com.example.bank")
            #expect(refusal.push.request["authorization"] == nil)
        }
    }

    @Test("accepted and refused pushes to a phone have one sequence of numbers, whatever the service's numbers are")
    func numbers() {
        var history = PhoneHistory()
        history.note(push(7), .delivered)
        history.note(
            RefusedPush(
                id: "refused", token: "ab", topic: nil, status: 429, reason: .tooManyRequests, cause: nil,
                isFault: true, time: 1, request: PushRequest(path: "/3/device/ab", headers: [], body: [])))
        history.note(push(40), .stored)
        history.note(push(40), .delivered)
        #expect(history.entries(since: 0).map(\.number) == [1, 3])
        #expect(history.entries(since: 0).map(\.push.number) == [7, 40])
        #expect(history.refusals.values.map(\.number) == [2])
        #expect(history.oldest == 1 && history.newest == 3)
    }
}
