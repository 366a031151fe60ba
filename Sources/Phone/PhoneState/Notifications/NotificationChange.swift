public import Foundation

/// A change of a phone's delivered notifications or of its badge.
public enum NotificationChange: Sendable {
    /// A notification that is now in the list of delivered ones, in place of one with the same identifier.
    public struct Shown: Sendable {
        /// The identifier of the request.
        public let identifier: String
        /// The date of the delivery.
        public let date: Date
        /// Whether it is a push; the others were added by the app or its extension.
        public let isPush: Bool
        /// The module UserNotifications decodes it.
        package let record: NotificationRecord
    }

    /// A notification was delivered.
    case shown(Shown)
    /// The app or its extension removed a notification.
    case removed(identifier: String)
    /// The oldest notification was removed, since the list is full.
    case dropped(identifier: String)
    /// The number on the app's icon was set.
    case badge(Int)
}

extension Phone {
    /// Calls a closure for each later change of the notifications, in the order of the changes, as long as the phone exists.
    ///
    /// A change is made before the method that makes it returns. The closure must not use the phone: its state is locked. Pending notifications
    /// are delivered when code asks for the notifications or the badge, so a phone that nothing asks does not change. A phone in an
    /// extension's own process is not observed there.
    public func observeNotifications(_ observer: @escaping @Sendable (NotificationChange) -> Void) {
        memory?.observe(observer)
    }
}
