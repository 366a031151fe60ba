import ExtensionHost
import Foundation
import PhoneState
import PushPayload
import StrictJSON
import Testing
import UserNotifications

/// Apple, "com.apple.developer.usernotifications.filtering".
@Suite("A notification is suppressed only as the filtering entitlement allows")
struct FilteringTests {
    static func deliver(
        _ content: @escaping @Sendable () -> UNNotificationContent,
        entitled: Bool = true,
        pushType: PushType = .alert
    ) async -> Delivery {
        final class Replacing: UNNotificationServiceExtension {
            let content: UNNotificationContent

            init(_ content: UNNotificationContent) {
                self.content = content
            }

            override func didReceive(
                _ request: UNNotificationRequest,
                withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
            ) {
                contentHandler(content)
            }
        }
        let phone = Phone(entitlements: Entitlements(filtersNotifications: entitled))
        let host = ExtensionHost(phone: phone) { Replacing(content()) }
        return await host.deliver(.ordinary, pushType: pushType)
    }

    @Test("empty content with the entitlement suppresses the notification")
    func suppressed() async {
        let delivery = await Self.deliver { UNNotificationContent() }
        #expect(delivery.outcome == .suppressed)
        #expect(delivery.reason?.code == .filtered)
        #expect(!delivery.showsAlert)
        #expect(delivery.extensionErrors.isEmpty)
    }

    @Test("empty content without the entitlement shows the original")
    func notEntitled() async {
        let delivery = await Self.deliver({ UNNotificationContent() }, entitled: false)
        #expect(delivery.outcome == .unchanged)
        #expect(delivery.reason?.code == .alertTextRemoved)
        #expect(delivery.content.title == "New activity")
    }

    @Test("content with a sound or an attachment is not empty, so the original is shown", arguments: [true, false])
    func notEmpty(hasSound: Bool) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
        try Data(AttachmentTests.png).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let delivery = await Self.deliver {
            let content = UNMutableNotificationContent()
            if hasSound {
                content.sound = .default
            } else {
                content.attachments = [try? UNNotificationAttachment(identifier: "", url: file)].compactMap { $0 }
            }
            return content
        }
        #expect(delivery.reason?.explanation.contains("no sound or attachment") == true)
        #expect(delivery.outcome == .unchanged)
        #expect(delivery.content.title == "New activity")
    }

    @Test("a push of another type than alert is always shown")
    func otherPushType() async {
        let delivery = await Self.deliver({ UNNotificationContent() }, pushType: .background)
        #expect(delivery.outcome == .unchanged)
        #expect(delivery.showsAlert)
    }
}
