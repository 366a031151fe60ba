import Dispatch
import Foundation
import Glibc
import PhoneState
import Synchronization
import TestSupport
import Testing
import UserNotifications

@Suite("The notification center of a phone")
struct CenterTests {
    let phone = Phone()

    private var center: UNUserNotificationCenter { phone.perform { .current() } }

    @Test("a notification without a trigger is delivered at once, with its content and the phone's date")
    func immediate() async throws {
        let before = Date()
        try await center.add(.local("a", trigger: nil) { $0.everything() })
        let delivered = await center.deliveredNotifications()
        let notification = try #require(delivered.first)
        #expect(delivered.count == 1)
        #expect((before...Date()).contains(notification.date))
        #expect(notification.request.identifier == "a")
        #expect(notification.request.trigger == nil)
        let content = notification.request.content
        #expect(content.title == "Local")
        #expect(content.badge == 7)
        #expect(content.sound == .criticalSoundNamed(.init("a.caf"), withAudioVolume: 0.25))
        #expect(content.interruptionLevel == .critical)
        #expect(content.relevanceScore == 0.1)
        #expect(content.threadIdentifier == "thread")
        #expect(content.filterCriteria == "filter")
        let userInfo = try #require(content.userInfo as? [String: Any])
        #expect(userInfo["date"] as? Date == Date(timeIntervalSinceReferenceDate: 0.1))
        #expect(userInfo["data"] as? Data == Data([1, 2, 255]))
        #expect(userInfo["true"] as? NSNumber === NSNumber(value: true))
        #expect(userInfo["one"] as? Int == 1)
        #expect(userInfo["large"] as? UInt64 == .max)
        #expect(userInfo["half"] as? Double == 0.5)
        #expect(userInfo["infinite"] as? Double == .infinity)
        #expect((userInfo["decimal"] as? NSDecimalNumber)?.description == "0.1234567890123456789012345")
        #expect(userInfo["null"] is NSNull)
        #expect(userInfo["$"] as? [String: String] == ["$": "$dollar"])
        let list = try #require(userInfo["list"] as? [Any])
        #expect(list[0] as? Double == 1.5 && list[1] as? String == "two" && list[2] as? [String: Int] == ["three": 3])
        #expect(phone.badge == 7)
    }

    @Test("a new notification replaces the one with its identifier, delivered or pending, compared as bytes")
    func replacement() async throws {
        try await center.add(.local("a") { $0.title = "1" })
        try await center.add(.local("b") { $0.title = "2" })
        try await center.add(.local("a") { $0.title = "3" })
        // Composed and decomposed, equal as Swift strings.
        try await center.add(.local("\u{E9}") { $0.title = "4" })
        try await center.add(.local("e\u{301}") { $0.title = "5" })
        #expect(phone.deliveredNotifications.map(\.request.content.title) == ["2", "3", "4", "5"])
        try await center.add(.local("p", trigger: .seconds(60)) { $0.title = "6" })
        try await center.add(.local("p", trigger: .seconds(90)) { $0.title = "7" })
        #expect(phone.pendingNotificationRequests.map(\.content.title) == ["7"])
    }

    @Test("notifications are removed by their identifiers, or all at once")
    func removal() async throws {
        for identifier in ["a", "b", "c"] {
            try await center.add(.local(identifier))
            try await center.add(.local(identifier, trigger: .seconds(60)))
        }
        center.removeDeliveredNotifications(withIdentifiers: ["a", "c", "unknown"])
        center.removePendingNotificationRequests(withIdentifiers: ["b"])
        #expect(phone.deliveredNotifications.map(\.request.identifier) == ["b"])
        #expect(await center.pendingNotificationRequests().map(\.identifier) == ["a", "c"])
        center.removeAllDeliveredNotifications()
        #expect(phone.deliveredNotifications.isEmpty)
        #expect(phone.pendingNotificationRequests.count == 2)
        center.removeAllPendingNotificationRequests()
        #expect(phone.pendingNotificationRequests.isEmpty)
    }

    @Test("completion handlers are called on a background thread, in the order of the calls, on the same phone")
    func handlers() async throws {
        let order = try await onOwnThread { [phone] in
            let order = Mutex<[String]>([])
            let caller = pthread_self()
            let done = DispatchSemaphore(value: 0)
            let center = phone.perform { UNUserNotificationCenter.current() }
            center.add(.local("a")) { error in
                #expect(error == nil)
                #expect(pthread_self() != caller)
                order.withLock { $0.append("add") }
            }
            center.setBadgeCount(3) { error in order.withLock { $0.append("badge \(error == nil)") } }
            center.getPendingNotificationRequests { pending in order.withLock { $0.append("\(pending.count) pending") }
            }
            center.requestAuthorization(options: [.alert]) { granted, error in
                order.withLock { $0.append("granted \(granted) \(error == nil)") }
            }
            center.getNotificationSettings { settings in
                order.withLock { $0.append("status \(settings.authorizationStatus.rawValue)") }
            }
            center.getNotificationCategories { categories in
                order.withLock { $0.append("\(categories.count) categories") }
            }
            center.getDeliveredNotifications { notifications in
                #expect(notifications.map(\.request.identifier) == ["a"])
                #expect(Phone.current === phone)
                done.signal()
            }
            // The calling thread waits, so that no handler can run on it.
            done.wait()
            return order.withLock { $0 }
        }
        #expect(
            order == [
                "add", "badge true", "0 pending", "granted true true", "status 2", "0 categories",
            ])
        #expect(phone.badge == 3)
    }

    @Test("what cannot be shown is refused with Apple's codes")
    func refusals() async throws {
        await #expect(throws: UNError(.notificationInvalidNoContent)) {
            try await center.add(UNNotificationRequest(identifier: "a", content: UNNotificationContent(), trigger: nil))
        }
        let past = UNCalendarNotificationTrigger(dateMatching: DateComponents(year: 2001), repeats: false)
        await #expect(throws: UNError(.notificationInvalidNoDate)) { try await center.add(.local("a", trigger: past)) }
        await #expect(throws: UNError(.badgeInputInvalid)) { try await center.setBadgeCount(-1) }
        await #expect(throws: CocoaError(.propertyListWriteInvalid)) {
            try await center.add(.local("a") { $0.userInfo = ["set": Set([1])] })
        }
        let deep = (0..<600).reduce("x" as Any) { inner, _ in [inner] }
        await #expect(throws: CocoaError(.propertyListWriteInvalid)) {
            try await center.add(.local("a") { $0.userInfo = ["deep": deep] })
        }
        phone.notificationAuthorization = .denied
        await #expect(throws: UNError(.notificationsNotAllowed)) { try await center.add(.local("a")) }
        #expect(phone.deliveredNotifications.isEmpty)
        #expect(phone.badge == 0)
        #expect(
            [
                UNError.notificationsNotAllowed, .notificationInvalidNoDate, .notificationInvalidNoContent,
                .contentProvidingObjectNotAllowed, .contentProvidingInvalid, .badgeInputInvalid,
            ].map(\.rawValue) == [1, 1400, 1401, 1500, 1501, 1600])
    }

    @Test("user info nests as deep as a payload may", arguments: [1, 100, 490])
    func depth(levels: Int) async throws {
        let deep = (0..<levels).reduce("x" as Any) { inner, _ in [inner] }
        try await center.add(.local("a") { $0.userInfo = ["deep": deep] })
        var value = try #require(phone.deliveredNotifications.first?.request.content.userInfo["deep"])
        for _ in 0..<levels { value = try #require((value as? [Any])?.first) }
        #expect(value as? String == "x")
    }

    @Test("the user is asked once, and a denial stays")
    func permission() async throws {
        phone.notificationAuthorization = .notDetermined
        #expect(await center.notificationSettings().authorizationStatus == .notDetermined)
        #expect(try await center.requestAuthorization(options: [.alert, .badge]))
        #expect(await center.notificationSettings().authorizationStatus == .authorized)
        #expect(await center.notificationSettings().alertSetting == .enabled)
        phone.notificationAuthorization = .denied
        #expect(try await !center.requestAuthorization(options: [.alert]))
        #expect(await center.notificationSettings().notificationCenterSetting == .disabled)
        phone.notificationAuthorization = .notDetermined
        #expect(try await center.requestAuthorization(options: [.alert, .provisional]))
        let settings = await center.notificationSettings()
        #expect(settings.authorizationStatus == .provisional)
        #expect(settings.notificationCenterSetting == .enabled)
        #expect(settings.alertSetting == .disabled)
    }

    @Test("a phone has one center, also for code with other entitlements; another phone has other notifications")
    func identity() async throws {
        let other = Phone()
        let otherCenter = other.perform { UNUserNotificationCenter.current() }
        // Also for code with other entitlements.
        let extensionCenter = phone.with(Entitlements(bundle: "com.example.app.service")).perform {
            UNUserNotificationCenter.current()
        }
        #expect(center == extensionCenter && center.hash == extensionCenter.hash)
        #expect(center != otherCenter)
        try await center.add(.local("a"))
        #expect(other.deliveredNotifications.isEmpty)
        let app = phone.with(Entitlements(bundle: "com.example.app"))
        #expect(app.deliveredNotifications.count == 1)
    }
}

extension UNNotificationRequest {
    /// A local notification with a title.
    static func local(
        _ identifier: String, trigger: UNNotificationTrigger? = nil,
        _ change: (UNMutableNotificationContent) -> Void = { _ in }
    ) -> UNNotificationRequest {
        let content = UNMutableNotificationContent()
        content.title = "Local"
        change(content)
        return UNNotificationRequest(identifier: identifier, content: content, trigger: trigger)
    }
}

extension UNNotificationTrigger {
    static func seconds(_ interval: TimeInterval) -> UNNotificationTrigger {
        UNTimeIntervalNotificationTrigger(timeInterval: interval, repeats: false)
    }
}

extension UNMutableNotificationContent {
    fileprivate func everything() {
        badge = 7
        sound = .criticalSoundNamed(.init("a.caf"), withAudioVolume: 0.25)
        threadIdentifier = "thread"
        filterCriteria = "filter"
        interruptionLevel = .critical
        relevanceScore = 0.1
        userInfo = [
            "date": Date(timeIntervalSinceReferenceDate: 0.1), "data": Data([1, 2, 255]), "true": true, "one": 1,
            "large": UInt64.max, "half": 0.5, "infinite": Double.infinity, "null": NSNull(),
            "decimal": NSDecimalNumber(string: "0.1234567890123456789012345"), "$": ["$": "$dollar"],
            "list": [1.5, "two", ["three": 3]],
        ]
    }
}
