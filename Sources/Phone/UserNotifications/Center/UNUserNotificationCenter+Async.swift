import PhoneState

extension UNUserNotificationCenter {
    /// Asks the user for permission, unless the user was asked before; returns whether the app has it.
    @discardableResult
    public func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool { ask(options) }

    /// The user's settings for the app.
    public func notificationSettings() async -> sending UNNotificationSettings {
        UNNotificationSettings(phone.notificationAuthorization)
    }

    /// The categories of the app.
    public func notificationCategories() async -> sending Set<UNNotificationCategory> {
        CategoryRecord.decode(categories)
    }

    /// Delivers a notification, at once or as its trigger says, in place of one with the same identifier.
    ///
    /// - Throws: the errors of ``add(_:withCompletionHandler:)``.
    public func add(_ request: UNNotificationRequest) async throws {
        if let problem = problem(ofAdding: request) { throw problem }
    }

    /// The notifications that are not delivered yet, the soonest first.
    public func pendingNotificationRequests() async -> sending [UNNotificationRequest] {
        phone.records(.pending).map(\.request)
    }

    /// The notifications in Notification Center, the oldest first.
    public func deliveredNotifications() async -> sending [UNNotification] {
        phone.records(.delivered).map { UNNotification($0) }
    }

    /// Sets the number on the app's icon; 0 removes it.
    ///
    /// - Throws: `UNError.badgeInputInvalid` for a negative number.
    public func setBadgeCount(_ newBadgeCount: Int) async throws {
        if let problem = problem(ofBadge: newBadgeCount) { throw problem }
    }
}
