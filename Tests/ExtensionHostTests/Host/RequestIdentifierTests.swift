import ExtensionHost
import Foundation
import Testing
import UserNotifications

@Suite("A request that was given no identifier gets one of its own")
struct RequestIdentifierTests {
    @Test("two pushes have different requests, and one that was given its identifier keeps it")
    func delivered() async {
        final class Naming: UNNotificationServiceExtension {
            override func didReceive(
                _ request: UNNotificationRequest,
                withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
            ) {
                let content = UNMutableNotificationContent()
                content.body = request.identifier
                contentHandler(content)
            }
        }
        let host = ExtensionHost { Naming() }
        let first = await host.deliver(.ordinary).content.body
        #expect(await host.deliver(.ordinary).content.body != first)
        #expect(await host.deliver(.ordinary, identifier: "mine").content.body == "mine")
    }
}
