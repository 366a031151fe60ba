public import Foundation

/// What causes a notification to be delivered.
///
/// Triggers for local notifications (time, calendar, place) do not exist here: nothing on Linux schedules them.
open class UNNotificationTrigger: NSObject, NSCopying {
    /// Whether the notification comes again; false for a push.
    public let repeats: Bool

    package init(repeats: Bool) {
        self.repeats = repeats
    }

    /// Returns the trigger itself: it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// Says that the notification came from Apple Push Notification service.
///
/// Only the system makes one.
open class UNPushNotificationTrigger: UNNotificationTrigger {
    package init() {
        super.init(repeats: false)
    }
}
