import Foundation
import PhoneState
import Testing
import UserNotifications

@Suite("Categories and their actions")
struct CategoryTests {
    private let reply = UNTextInputNotificationAction(
        identifier: "reply", title: "Reply", options: [.authenticationRequired],
        icon: UNNotificationActionIcon(systemImageName: "arrow"), textInputButtonTitle: "Send",
        textInputPlaceholder: "Message")

    private let delete = UNNotificationAction(
        identifier: "delete", title: "Delete", options: [.destructive, .foreground])

    private var message: UNNotificationCategory {
        UNNotificationCategory(
            identifier: "message", actions: [reply, delete], intentIdentifiers: ["INSendMessageIntent"],
            hiddenPreviewsBodyPlaceholder: "%u messages", categorySummaryFormat: "%u more from %@",
            options: [.customDismissAction, .hiddenPreviewsShowTitle])
    }

    @Test("an extension adds its category to those of the app, and the values are kept")
    func categories() async throws {
        let phone = Phone()
        let center = phone.perform { UNUserNotificationCenter.current() }
        let other = UNNotificationCategory(identifier: "other", actions: [], intentIdentifiers: [], options: [])
        center.setNotificationCategories([other])
        var categories = await center.notificationCategories()
        categories.insert(message)
        categories.insert(message)
        center.setNotificationCategories(categories)
        #expect(phone.notificationCategories == [other, message])
        let kept = try #require(phone.notificationCategories.first { $0.identifier == "message" })
        #expect(kept.intentIdentifiers == ["INSendMessageIntent"])
        #expect(kept.hiddenPreviewsBodyPlaceholder == "%u messages")
        #expect(kept.categorySummaryFormat == "%u more from %@")
        #expect(kept.options == [.customDismissAction, .hiddenPreviewsShowTitle])
        let text = try #require(kept.actions.first as? UNTextInputNotificationAction)
        #expect(text.textInputButtonTitle == "Send")
        #expect(text.textInputPlaceholder == "Message")
        #expect(text.icon == UNNotificationActionIcon(systemImageName: "arrow"))
        #expect(text.icon != UNNotificationActionIcon(templateImageName: "arrow"))
        let plain = try #require(kept.actions.last)
        #expect(!(plain is UNTextInputNotificationAction))
        #expect(plain.identifier == "delete" && plain.title == "Delete")
        #expect(plain.options == [.destructive, .foreground])
        center.setNotificationCategories([])
        #expect(phone.notificationCategories.isEmpty)
    }

    @Test("options have Apple's numbers")
    func options() {
        let action: [UNNotificationActionOptions] = [.authenticationRequired, .destructive, .foreground]
        #expect(action.map(\.rawValue) == [1, 2, 4])
        let category: [UNNotificationCategoryOptions] = [
            .customDismissAction, .allowInCarPlay, .hiddenPreviewsShowTitle, .hiddenPreviewsShowSubtitle,
            .allowAnnouncement,
        ]
        #expect(category.map(\.rawValue) == [1, 2, 4, 8, 16])
        let authorization: [UNAuthorizationOptions] = [
            .badge, .sound, .alert, .carPlay, .criticalAlert, .providesAppNotificationSettings, .provisional,
            .announcement, .timeSensitive,
        ]
        #expect(authorization.map(\.rawValue) == [1, 2, 4, 8, 16, 32, 64, 128, 256])
        let status: [UNAuthorizationStatus] = [.notDetermined, .denied, .authorized, .provisional, .ephemeral]
        #expect(status.map(\.rawValue) == [0, 1, 2, 3, 4])
    }
}
