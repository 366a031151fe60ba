public import Foundation

/// The content of a notification, open for changes.
///
/// `copy()` returns an immutable `UNNotificationContent` with the values of that moment.
///
/// Absent is `NSString.localizedUserNotificationString(forKey:arguments:)`, whose result is looked up on delivery: a string
/// on Linux cannot carry its key.
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

    /// The number on the app's icon: 0 removes it, nil leaves it as it is.
    open override var badge: NSNumber? {
        get { fields.badge }
        set { fields.badge = newValue }
    }

    /// What is played, nil for silence.
    open override var sound: UNNotificationSound? {
        get { fields.sound }
        set { fields.sound = newValue }
    }

    /// The name of the image or storyboard that the app starts with.
    open override var launchImageName: String {
        get { fields.launchImageName }
        set { fields.launchImageName = newValue }
    }

    /// Groups notifications that belong together.
    open override var threadIdentifier: String {
        get { fields.threadIdentifier }
        set { fields.threadIdentifier = newValue }
    }

    /// The identifier of the notification's category.
    open override var categoryIdentifier: String {
        get { fields.categoryIdentifier }
        set { fields.categoryIdentifier = newValue }
    }

    /// The scene that is to handle the notification.
    open override var targetContentIdentifier: String? {
        get { fields.targetContentIdentifier }
        set { fields.targetContentIdentifier = newValue }
    }

    /// What a Focus filter compares to decide whether the notification shows.
    open override var filterCriteria: String? {
        get { fields.filterCriteria }
        set { fields.filterCriteria = newValue }
    }

    /// How urgent the notification is.
    open override var interruptionLevel: UNNotificationInterruptionLevel {
        get { fields.interruptionLevel }
        set { fields.interruptionLevel = newValue }
    }

    /// From 0 to 1: the highest one leads the notification summary.
    open override var relevanceScore: Double {
        get { fields.relevanceScore }
        set { fields.relevanceScore = newValue }
    }

    /// The text that this notification adds to the group's summary.
    open override var summaryArgument: String {
        get { fields.summaryArgument }
        set { fields.summaryArgument = newValue }
    }

    /// How many things this notification stands for in the group's summary.
    open override var summaryArgumentCount: Int {
        get { fields.summaryArgumentCount }
        set { fields.summaryArgumentCount = newValue }
    }

    /// For a push the whole payload, with `aps`; values are those that a property list can hold.
    open override var userInfo: [AnyHashable: Any] {
        get { fields.userInfo.dictionary }
        set { fields.userInfo = .dictionary(newValue) }
    }

    /// The media files that are shown with the alert.
    open override var attachments: [UNNotificationAttachment] {
        get { fields.attachments }
        set { fields.attachments = newValue }
    }

    /// Returns immutable content with the values of this moment.
    open override func copy(with zone: NSZone? = nil) -> Any {
        frozenCopy()
    }
}
