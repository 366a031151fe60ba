import Foundation
import PhoneState
import Testing
import UserNotifications

@Suite("Functions of Core Foundation")
struct CoreFoundationTests {
    @Test("a Darwin notification is posted to the phone of the code, by its name alone")
    func darwin() {
        let phone = Phone()
        phone.perform {
            CFNotificationCenterPostNotification(
                CFNotificationCenterGetDarwinNotifyCenter(), CFNotificationName("com.example.new" as CFString), nil,
                nil, true)
            CFNotificationCenterPostNotification(
                nil, CFNotificationName("com.example.lost" as CFString), nil, nil, true)
            CFNotificationCenterPostNotification(CFNotificationCenterGetDarwinNotifyCenter(), nil, nil, nil, true)
        }
        #expect(phone.postedDarwinNotifications == ["com.example.new"])
        #expect(Phone().postedDarwinNotifications.isEmpty)
    }

    @Test("an observer of Darwin notifications is not called")
    func observer() {
        let phone = Phone()
        phone.perform {
            let center = CFNotificationCenterGetDarwinNotifyCenter()
            CFNotificationCenterAddObserver(
                center, nil, { _, _, name, _, _ in Issue.record("observed \(String(describing: name))") },
                "com.example.new" as CFString, nil, .deliverImmediately)
            CFNotificationCenterPostNotification(
                center, CFNotificationName("com.example.new" as CFString), nil, nil, true)
        }
        #expect(phone.postedDarwinNotifications == ["com.example.new"])
        #expect(CFNotificationSuspensionBehavior.deliverImmediately.rawValue == 4)
    }
}
