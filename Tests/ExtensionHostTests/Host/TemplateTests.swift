import ExtensionHost
import Foundation
import PushPayload
import Testing
import UserNotifications

/// `Template/NotificationService.swift` is what Xcode writes for a new Notification Service Extension target.
@Suite("The file of Xcode's template runs unchanged")
struct TemplateTests {
    @Test("the template's extension modifies the title")
    func modified() async {
        let delivery = await ExtensionHost { NotificationService() }.deliver(.ordinary)
        #expect(delivery.outcome == .modified)
        #expect(delivery.content.title == "New activity [modified]")
        #expect(delivery.content.body == "Open the app")
        #expect(delivery.content.badge == 2)
        #expect(delivery.original.title == "New activity")
        #expect(delivery.extensionErrors.isEmpty)
    }

    @Test("the template hands over its best attempt again at the end, which is ignored")
    func expiry() async {
        let run = ExtensionHost { Expiring() }.start(.ordinary)
        let delivery = await run.delivery
        #expect(delivery.content.title == "New activity [modified]")
        #expect(delivery.extensionErrors.map(\.code) == [.handlerCalledAgain])
    }

    /// Lets the time run out within the template's `didReceive`.
    private final class Expiring: NotificationService {
        override func didReceive(
            _ request: UNNotificationRequest,
            withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
        ) {
            super.didReceive(request, withContentHandler: contentHandler)
            serviceExtensionTimeWillExpire()
        }
    }
}
