public import Foundation

/// A notification as the system hands it to a service extension: an identifier, the content and what triggered it.
open class UNNotificationRequest: NSObject, NSCopying {
    /// The identifier of this request, the same if the system delivers one push twice.
    public let identifier: String

    /// The content, which cannot be changed; `mutableCopy()` makes an editable one.
    public let content: UNNotificationContent

    /// What causes the notification: a `UNPushNotificationTrigger` for every push.
    public let trigger: UNNotificationTrigger?

    private init(identifier: String, frozen content: UNNotificationContent, trigger: UNNotificationTrigger?) {
        self.identifier = identifier
        self.content = content
        self.trigger = trigger
    }

    /// Makes a request that holds an immutable copy of the content.
    public convenience init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
        self.init(identifier: identifier, frozen: content.frozenCopy(), trigger: trigger)
    }

    /// Returns the request itself: it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
