public import Foundation

/// Changes the content of a remote notification before it is shown.
///
/// A service extension subclasses this and overrides both methods. The system creates one object for each notification
/// and calls it if the payload has `mutable-content` 1 and an alert (Apple, "Modifying content in newly delivered
/// notifications"). The two methods may run on different threads at once; like Apple's class, this one is not
/// `Sendable`.
open class UNNotificationServiceExtension: NSObject {
    /// Receives a notification whose content the extension may replace.
    ///
    /// The handler takes the content to show; call it once, within 30 seconds. The base class passes the content on unchanged.
    open func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        contentHandler(request.content)
    }

    /// Called on another thread when the time limit is reached: the extension must hand over its best content at once.
    ///
    /// The base class does nothing, so the original content is shown.
    open func serviceExtensionTimeWillExpire() {}
}

/// A notification as the system passes it to a service extension: an identifier, the content and the trigger.
open class UNNotificationRequest: NSObject, SelfCopying {
    /// The identifier of this request, the same if the system delivers one push twice.
    public let identifier: String
    /// The immutable content; `mutableCopy()` returns an editable copy.
    public let content: UNNotificationContent
    /// The trigger of the notification: a `UNPushNotificationTrigger` for every push.
    public let trigger: UNNotificationTrigger?

    /// Creates a request that holds an immutable copy of the content.
    public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
        self.identifier = identifier
        self.content = content.frozenCopy()
        self.trigger = trigger
    }
}

/// The trigger of a notification.
///
/// The trigger for a place is not available: it needs Core Location.
open class UNNotificationTrigger: NSObject, SelfCopying {
    /// Whether the notification is repeated; false for a push.
    public let repeats: Bool

    package init(repeats: Bool) { self.repeats = repeats }
}

/// The trigger of a notification from Apple Push Notification service; only the system creates one.
open class UNPushNotificationTrigger: UNNotificationTrigger {
    package init() { super.init(repeats: false) }
}
