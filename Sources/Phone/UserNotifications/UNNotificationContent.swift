public import Foundation

/// The immutable content of a notification.
///
/// The properties and their defaults are those of Apple's class. `NSSecureCoding` is not available, because an archive
/// made here would differ from Apple's.
open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying {
    /// The values; only `UNMutableNotificationContent` writes them.
    package final var fields: ContentFields

    public override init() { fields = ContentFields() }

    package init(fields: ContentFields) { self.fields = fields }

    /// The first line of the alert, empty if there is none.
    open var title: String { fields.title }
    /// The second line of the alert, empty if there is none.
    open var subtitle: String { fields.subtitle }
    /// The text of the alert, empty if there is none.
    open var body: String { fields.body }
    /// The number on the app's icon: 0 removes it, nil does not change it.
    open var badge: NSNumber? { fields.badge }
    /// The sound; nil for none.
    open var sound: UNNotificationSound? { fields.sound }
    /// The name of the launch image or storyboard of the app.
    open var launchImageName: String { fields.launchImageName }
    /// The identifier that groups related notifications (`thread-id`).
    open var threadIdentifier: String { fields.threadIdentifier }
    /// The identifier of the notification's category, which determines its actions (`category`).
    open var categoryIdentifier: String { fields.categoryIdentifier }
    /// The identifier of the scene that handles the notification (`target-content-id`).
    open var targetContentIdentifier: String? { fields.targetContentIdentifier }
    /// The value that a Focus filter compares to decide whether the notification is shown (`filter-criteria`).
    open var filterCriteria: String? { fields.filterCriteria }
    /// The urgency of the notification; `active` by default.
    open var interruptionLevel: UNNotificationInterruptionLevel { fields.interruptionLevel }
    /// The relevance, from 0 to 1; the highest one is featured in the notification summary.
    open var relevanceScore: Double { fields.relevanceScore }
    /// The text that this notification adds to the group's summary.
    open var summaryArgument: String { fields.summaryArgument }
    /// The number of items that this notification stands for in the group's summary: 1 by default, never 0.
    open var summaryArgumentCount: Int { fields.summaryArgumentCount }
    /// For a push the whole payload, with `aps`; the values are property list values.
    open var userInfo: [AnyHashable: Any] { fields.userInfo }
    /// The media files that are shown with the alert.
    open var attachments: [UNNotificationAttachment] { fields.attachments }

    /// Returns immutable content; an object that is already immutable returns itself.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns a new `UNMutableNotificationContent` with the same values.
    open func mutableCopy(with zone: NSZone? = nil) -> Any { UNMutableNotificationContent(fields: fields) }

    /// Returns the same values in an immutable object, even if `copy(with:)` is overridden.
    package final func frozenCopy() -> UNNotificationContent {
        type(of: self) == UNNotificationContent.self ? self : UNNotificationContent(fields: fields)
    }
}

/// An immutable object, which is its own copy.
public protocol SelfCopying: NSCopying {}

extension SelfCopying {
    /// Returns the object itself, since it is immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The stored values of a content object, immutable or mutable, so that a copy is a value copy with every property.
///
/// Only plain values are encoded; the others have no encoding of their own.
package struct ContentFields: Codable {
    private enum CodingKeys: CodingKey {
        case title, subtitle, body, launchImageName, threadIdentifier, categoryIdentifier, targetContentIdentifier
        case filterCriteria, relevanceScore, summaryArgument, summaryArgumentCount, communication
    }

    package var title = ""
    package var subtitle = ""
    package var body = ""
    package var badge: NSNumber?
    package var sound: UNNotificationSound?
    package var launchImageName = ""
    package var threadIdentifier = ""
    package var categoryIdentifier = ""
    package var targetContentIdentifier: String?
    package var filterCriteria: String?
    package var interruptionLevel = UNNotificationInterruptionLevel.active
    package var relevanceScore = 0.0
    package var summaryArgument = ""
    package var summaryArgumentCount = 1
    package var userInfo: [AnyHashable: Any] = [:]
    package var attachments: [UNNotificationAttachment] = []
    /// The message of a communication notification, see `UNNotificationContent.updating(from:)`.
    package var communication: Communication?

    package init() {}
}

/// The urgency of a notification, from least to most.
public enum UNNotificationInterruptionLevel: UInt, Sendable {
    /// Adds the notification to the list without lighting the screen or playing a sound.
    case passive = 0
    /// Lights the screen and may play a sound.
    case active = 1
    /// Breaks through a Focus; needs the time-sensitive entitlement.
    case timeSensitive = 2
    /// Breaks through the mute switch too; needs the critical alerts entitlement.
    case critical = 3
}
