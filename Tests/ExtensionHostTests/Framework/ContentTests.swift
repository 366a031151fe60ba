import Foundation
import Testing
import UserNotifications

/// Apple's words for the content classes: "The uneditable content of a notification", "The editable content".
@Suite("Notification content copies as Apple's classes do")
struct ContentTests {
    /// Content in which no property has its starting value.
    static func filled(attachment: UNNotificationAttachment) -> UNMutableNotificationContent {
        let content = UNMutableNotificationContent()
        content.title = "Payment received"
        content.subtitle = "Giro account"
        content.body = "€ 240 from Jane"
        content.badge = 3
        content.sound = .default
        content.launchImageName = "payments"
        content.threadIdentifier = "payments"
        content.categoryIdentifier = "PAYMENT"
        content.targetContentIdentifier = "main"
        content.filterCriteria = "private"
        content.interruptionLevel = .timeSensitive
        content.relevanceScore = 0.5
        content.summaryArgument = "Jane"
        content.summaryArgumentCount = 2
        content.userInfo = ["account": "DE89"]
        content.attachments = [attachment]
        return content
    }

    static func values(of content: UNNotificationContent) -> [String] {
        [
            content.title, content.subtitle, content.body, String(describing: content.badge),
            content.sound == UNNotificationSound.default ? "default" : "other", content.launchImageName,
            content.threadIdentifier, content.categoryIdentifier, String(describing: content.targetContentIdentifier),
            String(describing: content.filterCriteria), String(describing: content.interruptionLevel),
            String(content.relevanceScore), content.summaryArgument, String(content.summaryArgumentCount),
            String(describing: content.userInfo["account"] as? String), content.attachments.map(\.identifier).joined(),
        ]
    }

    static let filledValues = [
        "Payment received", "Giro account", "€ 240 from Jane", "Optional(3)", "default", "payments", "payments",
        "PAYMENT", #"Optional("main")"#, #"Optional("private")"#, "timeSensitive", "0.5", "Jane", "2",
        #"Optional("DE89")"#, "picture",
    ]

    @Test("new content is empty, active and silent")
    func startsEmpty() {
        let content = UNNotificationContent()
        #expect(content.title.isEmpty && content.subtitle.isEmpty && content.body.isEmpty)
        #expect(content.badge == nil)
        #expect(content.sound == nil)
        #expect(content.interruptionLevel == .active)
        #expect(content.relevanceScore == 0)
        #expect(content.userInfo.isEmpty)
        #expect(content.attachments.isEmpty)
        #expect(content.targetContentIdentifier == nil)
        #expect(content.filterCriteria == nil)
    }

    @Test("the count of a summary is 1 unless given, and never less")
    func summaryCount() {
        let content = UNMutableNotificationContent()
        #expect(content.summaryArgumentCount == 1)
        content.summaryArgumentCount = 0
        #expect(content.summaryArgumentCount == 1)
        content.summaryArgumentCount = 2
        #expect(content.summaryArgumentCount == 2)
    }

    @Test("a mutable copy has every property and leaves the original alone")
    func mutableCopyIsIndependent() throws {
        try withTemporaryFile(named: "picture.png") { url in
            let picture = try UNNotificationAttachment(identifier: "picture", url: url)
            let original = Self.filled(attachment: picture)
            let copy = try #require(original.mutableCopy() as? UNMutableNotificationContent)
            #expect(Self.values(of: copy) == Self.filledValues)
            copy.title = "changed"
            copy.userInfo["account"] = "changed"
            #expect(original.title == "Payment received")
            #expect(original.userInfo["account"] as? String == "DE89")
        }
    }

    @Test("a copy of mutable content is immutable and keeps its values")
    func copyIsImmutable() throws {
        try withTemporaryFile(named: "picture.png") { url in
            let picture = try UNNotificationAttachment(identifier: "picture", url: url)
            let original = Self.filled(attachment: picture)
            let copy = try #require(original.copy() as? UNNotificationContent)
            #expect(!(copy is UNMutableNotificationContent))
            original.title = "changed"
            #expect(Self.values(of: copy) == Self.filledValues)
        }
    }

    @Test("a copy of immutable content is the same object")
    func copyOfImmutable() {
        let content = UNNotificationContent()
        #expect(content.copy() as AnyObject === content)
    }

    @Test("immutable content gives a mutable copy, as the template asks for")
    func mutableCopyOfImmutable() {
        #expect(UNNotificationContent().mutableCopy() is UNMutableNotificationContent)
    }

    @Test("a request keeps the content it was made with")
    func requestFreezesContent() {
        let content = UNMutableNotificationContent()
        content.body = "first"
        let request = UNNotificationRequest(identifier: "1", content: content, trigger: nil)
        content.body = "second"
        #expect(request.content.body == "first")
        #expect(!(request.content is UNMutableNotificationContent))
    }
}
