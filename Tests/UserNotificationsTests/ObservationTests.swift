import PhoneState
import Synchronization
import Testing
import UserNotifications

@Suite("Changes of a phone's notifications")
struct ObservationTests {
    private let phone = Phone()

    private var center: UNUserNotificationCenter { phone.perform { .current() } }

    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])

        var all: [String] { lines.withLock { $0 } }

        func take(_ change: NotificationChange) {
            let line =
                switch change {
                case .shown(let shown):
                    "shown \(shown.identifier) \(shown.isPush ? "push" : "local") \(shown.notification.request.content.title)"
                case .removed(let identifier): "removed \(identifier)"
                case .dropped(let identifier): "dropped \(identifier)"
                case .badge(let number): "badge \(number)"
                }
            lines.withLock { $0.append(line) }
        }
    }

    private func content(_ title: String, badge: Int? = nil) -> UNMutableNotificationContent {
        let content = UNMutableNotificationContent()
        content.title = title
        content.badge = badge.map { .init(value: $0) }
        return content
    }

    @Test("each change is reported in order, also those of code with other entitlements, and only changes are")
    func changes() async throws {
        let log = Log()
        phone.observeNotifications(log.take)
        try await center.add(UNNotificationRequest(identifier: "a", content: content("one"), trigger: nil))
        try await center.add(UNNotificationRequest(identifier: "a", content: content("two", badge: 3), trigger: nil))
        let other = phone.with(Entitlements(bundle: "com.example.other")).perform { UNUserNotificationCenter.current() }
        other.removeDeliveredNotifications(withIdentifiers: ["b", "a"])
        other.removeAllDeliveredNotifications()
        try await other.setBadgeCount(0)
        #expect(log.all == ["shown a local one", "badge 3", "shown a local two", "removed a", "badge 0"])
    }

    @Test("a pending notification is reported when it is delivered, with the date when it was due")
    func pending() async throws {
        let log = Log()
        phone.observeNotifications(log.take)
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false)
        try await center.add(UNNotificationRequest(identifier: "later", content: content("due"), trigger: trigger))
        #expect(log.all.isEmpty)
        phone.advance(by: .seconds(61))
        #expect(log.all == ["shown later local due"])
    }

    @Test("of more notifications than a phone lists the oldest are reported as dropped")
    func full() async throws {
        let log = Log()
        for number in 1...1000 {
            try await center.add(UNNotificationRequest(identifier: "\(number)", content: content("x"), trigger: nil))
        }
        phone.observeNotifications(log.take)
        try await center.add(UNNotificationRequest(identifier: "1001", content: content("x"), trigger: nil))
        #expect(log.all == ["shown 1001 local x", "dropped 1"])
    }
}
