public import Foundation

/// The trigger of a notification.
///
/// Triggers for local notifications (time, calendar, place) are not available, since nothing on Linux schedules them.
open class UNNotificationTrigger: NSObject, NSCopying {
    /// Whether the notification is repeated; false for a push.
    public let repeats: Bool

    package init(repeats: Bool) {
        self.repeats = repeats
    }

    /// Returns the trigger itself, since it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The trigger of a notification from Apple Push Notification service.
///
/// Only the system creates one.
open class UNPushNotificationTrigger: UNNotificationTrigger {
    package init() {
        super.init(repeats: false)
    }
}
