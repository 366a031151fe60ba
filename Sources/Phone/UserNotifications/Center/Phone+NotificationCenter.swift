public import PhoneState

extension Phone {
    /// The notifications in Notification Center, the oldest first, for a test to inspect.
    public var deliveredNotifications: [UNNotification] { records(.delivered).map { UNNotification($0) } }

    /// The notifications that are not delivered yet, the soonest first.
    public var pendingNotificationRequests: [UNNotificationRequest] { records(.pending).map(\.request) }

    /// The categories that the app has set.
    public var notificationCategories: Set<UNNotificationCategory> {
        CategoryRecord.decode(UNUserNotificationCenter(self).categories)
    }

    func records(_ request: NotificationCenterRequest) -> [NotificationRecord] {
        if case .notifications(let records) = answer(request) { records } else { [] }
    }
}

extension NotificationChange.Shown {
    /// The notification, with the content that is shown.
    public var notification: UNNotification { UNNotification(record) }
}
