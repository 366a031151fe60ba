import Foundation
import Testing
import UserNotifications

@testable import ExtensionHost

@Suite("A request that was given no identifier gets one of its own")
struct RequestIdentifierTests {
    @Test("each is a UUID, and no two are alike, however many threads ask")
    func unique() async {
        let identifiers = await withTaskGroup(of: [String].self) { group in
            for _ in 0..<8 { group.addTask { (0..<500).map { _ in RequestIdentifier.next() } } }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(identifiers).count == 4000)
        #expect(identifiers.allSatisfy { UUID(uuidString: $0)?.uuidString == $0 })
    }

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
