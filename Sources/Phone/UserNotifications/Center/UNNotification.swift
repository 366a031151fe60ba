public import Foundation
import PhoneState

/// A notification that was delivered.
public final class UNNotification: NSObject, NSCopying {
    /// The date of the delivery.
    public let date: Date
    /// The request, with the content that is shown.
    public let request: UNNotificationRequest

    init(_ record: NotificationRecord) {
        date = record.date
        request = record.request
    }

    /// Returns the notification itself, since it is immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The identifier of the action that opens the app from a notification.
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"

/// The identifier of the action that dismisses a notification.
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

/// The user's action on a notification.
///
/// None is created here, since no user touches a notification.
open class UNNotificationResponse: NSObject, NSCopying {
    /// The notification.
    public let notification: UNNotification
    /// The identifier of the action: that of a `UNNotificationAction`, or one of the two of the system.
    public let actionIdentifier: String

    package init(_ notification: UNNotification, action: String) {
        self.notification = notification
        actionIdentifier = action
    }

    /// Returns the response itself, since it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The user's text for a `UNTextInputNotificationAction`.
public final class UNTextInputNotificationResponse: UNNotificationResponse {
    /// The text.
    public let userText: String

    package init(_ notification: UNNotification, action: String, text: String) {
        userText = text
        super.init(notification, action: action)
    }
}
