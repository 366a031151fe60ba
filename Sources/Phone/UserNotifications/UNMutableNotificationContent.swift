public import Foundation

/// The editable content of a notification.
///
/// `copy()` returns an immutable `UNNotificationContent` with the current values.
///
/// `NSString.localizedUserNotificationString(forKey:arguments:)`, whose result is looked up on delivery, is not
/// available: a string on Linux cannot carry its key.
open class UNMutableNotificationContent: UNNotificationContent {
    /// The first line of the alert.
    open override var title: String {
        get { fields.title }
        set { fields.title = newValue }
    }

    /// The second line of the alert.
    open override var subtitle: String {
        get { fields.subtitle }
        set { fields.subtitle = newValue }
    }

    /// The text of the alert.
    open override var body: String {
        get { fields.body }
        set { fields.body = newValue }
    }

    /// The number on the app's icon: 0 removes it, nil does not change it.
    open override var badge: NSNumber? {
        get { fields.badge }
        set { fields.badge = newValue }
    }

    /// The sound; nil for none.
    open override var sound: UNNotificationSound? {
        get { fields.sound }
        set { fields.sound = newValue }
    }

    /// The name of the launch image or storyboard of the app.
    open override var launchImageName: String {
        get { fields.launchImageName }
        set { fields.launchImageName = newValue }
    }

    /// The identifier that groups related notifications.
    open override var threadIdentifier: String {
        get { fields.threadIdentifier }
        set { fields.threadIdentifier = newValue }
    }

    /// The identifier of the notification's category.
    open override var categoryIdentifier: String {
        get { fields.categoryIdentifier }
        set { fields.categoryIdentifier = newValue }
    }

    /// The identifier of the scene that handles the notification.
    open override var targetContentIdentifier: String? {
        get { fields.targetContentIdentifier }
        set { fields.targetContentIdentifier = newValue }
    }

    /// The value that a Focus filter compares to decide whether the notification is shown.
    open override var filterCriteria: String? {
        get { fields.filterCriteria }
        set { fields.filterCriteria = newValue }
    }

    /// The urgency of the notification.
    open override var interruptionLevel: UNNotificationInterruptionLevel {
        get { fields.interruptionLevel }
        set { fields.interruptionLevel = newValue }
    }

    /// The relevance, from 0 to 1; the highest one is featured in the notification summary.
    open override var relevanceScore: Double {
        get { fields.relevanceScore }
        set { fields.relevanceScore = newValue }
    }

    /// The text that this notification adds to the group's summary.
    open override var summaryArgument: String {
        get { fields.summaryArgument }
        set { fields.summaryArgument = newValue }
    }

    /// The number of items that this notification stands for in the group's summary: 1 by default; a smaller one becomes 1.
    open override var summaryArgumentCount: Int {
        get { fields.summaryArgumentCount }
        set { fields.summaryArgumentCount = max(1, newValue) }
    }

    /// For a push the whole payload, with `aps`; the values are property list values.
    open override var userInfo: [AnyHashable: Any] {
        get { fields.userInfo }
        set { fields.userInfo = newValue }
    }

    /// The media files that are shown with the alert.
    open override var attachments: [UNNotificationAttachment] {
        get { fields.attachments }
        set { fields.attachments = newValue }
    }

    /// Returns immutable content with the current values.
    open override func copy(with zone: NSZone? = nil) -> Any { frozenCopy() }
}
