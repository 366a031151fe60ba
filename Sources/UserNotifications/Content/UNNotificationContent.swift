public import Foundation

/// The content of a notification, which cannot be changed.
///
/// `copy()` returns the object itself, `mutableCopy()` a `UNMutableNotificationContent` with the same values. The
/// properties and what they start with are those of Apple's class. Absent are `NSSecureCoding`, because an archive made
/// here would not be Apple's, and `updating(from:)`, because the intents that it takes do not exist on Linux.
open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying {
    /// Only `UNMutableNotificationContent` writes here.
    package final var fields: ContentFields

    /// Makes content in which everything is empty.
    public override init() {
        fields = ContentFields()
    }

    package init(fields: ContentFields) {
        self.fields = fields
    }

    /// The first line of the alert, empty if there is none.
    open var title: String { fields.title }

    /// The second line of the alert, empty if there is none.
    open var subtitle: String { fields.subtitle }

    /// The text of the alert, empty if there is none.
    open var body: String { fields.body }

    /// The number on the app's icon: 0 removes it, nil leaves it as it is.
    open var badge: NSNumber? { fields.badge }

    /// What is played, nil for silence.
    open var sound: UNNotificationSound? { fields.sound }

    /// The name of the image or storyboard that the app starts with.
    open var launchImageName: String { fields.launchImageName }

    /// Groups notifications that belong together (`thread-id`).
    open var threadIdentifier: String { fields.threadIdentifier }

    /// The identifier of the notification's category, which brings its actions (`category`).
    open var categoryIdentifier: String { fields.categoryIdentifier }

    /// The scene that is to handle the notification (`target-content-id`).
    open var targetContentIdentifier: String? { fields.targetContentIdentifier }

    /// What a Focus filter compares to decide whether the notification shows (`filter-criteria`).
    open var filterCriteria: String? { fields.filterCriteria }

    /// How urgent the notification is; `active` unless said otherwise.
    open var interruptionLevel: UNNotificationInterruptionLevel { fields.interruptionLevel }

    /// From 0 to 1: the highest one leads the notification summary.
    open var relevanceScore: Double { fields.relevanceScore }

    /// The text that this notification adds to the group's summary.
    open var summaryArgument: String { fields.summaryArgument }

    /// How many things this notification stands for in the group's summary.
    open var summaryArgumentCount: Int { fields.summaryArgumentCount }

    /// For a push the whole payload, with `aps`; values are those that a property list can hold.
    open var userInfo: [AnyHashable: Any] { fields.userInfo.dictionary }

    /// The media files that are shown with the alert.
    open var attachments: [UNNotificationAttachment] { fields.attachments }

    /// Returns immutable content; an object that is already immutable returns itself.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns a new `UNMutableNotificationContent` with the same values.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        UNMutableNotificationContent(fields: fields)
    }

    /// The same values in an object that nobody can change, whatever `copy(with:)` was overridden to return.
    package final func frozenCopy() -> UNNotificationContent {
        type(of: self) == UNNotificationContent.self ? self : UNNotificationContent(fields: fields)
    }
}
