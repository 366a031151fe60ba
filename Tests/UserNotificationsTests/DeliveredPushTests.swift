import ExtensionHost
import Foundation
import PhoneState
import PushPayload
import TestSupport
import Testing
import UserNotifications

@Suite("A delivered push is on its phone")
struct DeliveredPushTests {
    let phone = Phone()

    private func push(_ body: String, badge: Int? = nil, mutable: Bool = true) -> Payload {
        var payload = Payload(["aps": ["alert": ["title": "New message", "body": .string(body)]]])
        payload.aps.badge = badge
        payload.aps.mutableContent = mutable
        return payload
    }

    private func host(
        _ policy: SystemPolicy = SystemPolicy(), _ change: @escaping @Sendable (UNMutableNotificationContent) -> Void
    ) -> ExtensionHost {
        ExtensionHost(phone: phone, policy: policy) { Changing(change) }
    }

    private var bodies: [String] { phone.deliveredNotifications.map(\.request.content.body) }

    @Test("a push is in the delivered list with what is shown, its identifier and a push trigger, and sets the badge")
    func listed() async throws {
        let host = host {
            $0.body += ", opened"
            $0.badge = 9
        }
        let before = Date()
        _ = await host.deliver(push("1", badge: 3), identifier: "push-1")
        let notification = try #require(phone.deliveredNotifications.first)
        #expect(bodies == ["1, opened"])
        #expect(notification.request.identifier == "push-1")
        #expect(notification.request.trigger is UNPushNotificationTrigger)
        #expect(notification.date >= before)
        #expect(notification.request.content.userInfo["aps"] != nil)
        #expect(phone.badge == 9)
        _ = await host.deliver(push("2", mutable: false))
        #expect(bodies == ["1, opened", "2"])
        #expect(phone.badge == 9)
    }

    @Test("a push with the identifier of an earlier one, as with a collapse id, replaces it")
    func collapse() async {
        let host = host { _ in }
        for (body, identifier) in [("1", "a"), ("2", "b"), ("3", "a")] {
            _ = await host.deliver(push(body), identifier: identifier)
        }
        #expect(bodies == ["2", "3"])
    }

    @Test("a push without an alert and a suppressed one set only the badge")
    func silent() async {
        _ = await host { _ in }.deliver(Payload(["aps": ["badge": 4]]))
        #expect(bodies.isEmpty)
        #expect(phone.badge == 4)
        let entitled = phone.with(Entitlements(filtersNotifications: true))
        let filtering = ExtensionHost(phone: entitled) { Emptying() }
        _ = await filtering.deliver(push("1", badge: 5))
        #expect(bodies.isEmpty)
        #expect(phone.badge == 99)
    }

    @Test("content above 4 MiB is not in the list, and the delivery says so; too much user info is left out")
    func tooLarge() async {
        let text = String(repeating: "a", count: 5 << 20)
        let delivery = await host { $0.body = text }.deliver(push("1"))
        #expect(delivery.extensionErrors.map(\.code) == [.notListed])
        #expect(bodies.isEmpty)
        let informed = await host { $0.userInfo["text"] = text }.deliver(push("2"))
        #expect(informed.extensionErrors.isEmpty)
        #expect(bodies == ["2"])
    }

    @Test("without the user's permission no extension is called and nothing is on the phone")
    func denied() async {
        phone.notificationAuthorization = .denied
        let delivery = await host { $0.body = "called" }.deliver(push("1", badge: 5))
        #expect(delivery.reason?.code == .alertsDisabled)
        #expect(delivery.content.body == "1")
        #expect(bodies.isEmpty)
        #expect(phone.badge == 0)
    }

    @Test("an extension removes what was read on another device, and the push that said so is shown")
    func removal() async {
        let host = host { content in
            guard let read = content.userInfo["read"] as? String else { return }
            UNUserNotificationCenter.current().removeDeliveredNotifications(withIdentifiers: [read])
        }
        _ = await host.deliver(push("1"), identifier: "message-1")
        _ = await host.deliver(push("2"), identifier: "message-2")
        var sync = push("read")
        sync["read"] = "message-1"
        _ = await host.deliver(sync)
        #expect(bodies == ["2", "read"])
    }

    @Test("a push of 512 levels is in the delivered list with its user info")
    func deep() async throws {
        var payload = push("1")
        payload["deep"] = (0..<505).reduce("x") { inner, _ in [inner] }
        _ = await host { _ in }.deliver(payload)
        #expect(bodies == ["1"])
        var value = try #require(phone.deliveredNotifications.first?.request.content.userInfo["deep"])
        for _ in 0..<505 { value = try #require((value as? [Any])?.first) }
        #expect(value as? String == "x")
    }

    @Test("an extension in its own process uses the notifications of its host's phone")
    func process() async throws {
        let host = Specimens.host(on: phone)
        _ = await host.deliver(push("1"), identifier: "message-1")
        _ = await host.deliver(push("2"), identifier: "message-2")
        var payload = push("3", badge: 8)
        payload["do"] = "center"
        payload["remove"] = "message-1"
        let delivery = await host.deliver(payload, identifier: "message-3")
        await host.shutDown()
        #expect(delivery.content.body == "message-2 added")
        #expect(phone.deliveredNotifications.map(\.request.identifier) == ["message-2", "added", "message-3"])
        #expect(phone.deliveredNotifications[1].request.content.userInfo["data"] as? Data == Data([1, 2, 255]))
        #expect(phone.badge == 5)
    }
}

/// Hands over the content that a closure has changed.
final class Changing: UNNotificationServiceExtension {
    private let change: (UNMutableNotificationContent) -> Void

    init(_ change: @escaping (UNMutableNotificationContent) -> Void) { self.change = change }

    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else { return }
        change(content)
        contentHandler(content)
    }
}

/// Hands over empty content, but for a badge.
private final class Emptying: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let content = UNMutableNotificationContent()
        content.badge = 99
        contentHandler(content)
    }
}

/// The executable of Tests/ExtensionSpecimen, beside the tests.
enum Specimens {
    static let executable = Command.built("ExtensionSpecimen")

    /// A host on a phone, with as much time as a busy machine may need.
    static func host(on phone: Phone) -> ExtensionProcessHost {
        var policy = SystemPolicy()
        policy.timeLimit = .seconds(600)
        return ExtensionProcessHost(executable: executable, phone: phone, policy: policy)
    }
}
