public import Foundation

/// The behaviors of a category.
public struct UNNotificationCategoryOptions: OptionSet, Hashable, Sendable {
    /// The bits of the options.
    public let rawValue: UInt

    /// Creates options from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The app's delegate is told when the user dismisses a notification.
    public static let customDismissAction = UNNotificationCategoryOptions(rawValue: 1 << 0)
    /// CarPlay shows the notification.
    public static let allowInCarPlay = UNNotificationCategoryOptions(rawValue: 1 << 1)
    /// The title is shown although previews are hidden.
    public static let hiddenPreviewsShowTitle = UNNotificationCategoryOptions(rawValue: 1 << 2)
    /// The subtitle is shown although previews are hidden.
    public static let hiddenPreviewsShowSubtitle = UNNotificationCategoryOptions(rawValue: 1 << 3)
    /// Siri may read the notification; ignored since iOS 15.
    public static let allowAnnouncement = UNNotificationCategoryOptions(rawValue: 1 << 4)
}

/// A type of notification with its actions; a content chooses it by `categoryIdentifier`.
///
/// Two categories with the same values are equal.
public final class UNNotificationCategory: NSObject, SelfCopying {
    let record: CategoryRecord

    init(_ record: CategoryRecord) { self.record = record }

    /// Creates a category with a placeholder for hidden previews and a format for the group's summary.
    public convenience init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String?, categorySummaryFormat: String?,
        options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            CategoryRecord(
                identifier: identifier, actions: actions.map(\.record), intentIdentifiers: intentIdentifiers,
                hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder ?? "",
                categorySummaryFormat: categorySummaryFormat ?? "", options: options.rawValue))
    }

    /// Creates a category with a placeholder for hidden previews.
    public convenience init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String, options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder, categorySummaryFormat: nil, options: options)
    }

    /// Creates a category.
    public convenience init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: nil, categorySummaryFormat: nil, options: options)
    }

    /// The identifier of the category.
    public var identifier: String { record.identifier }
    /// The actions, in the order of their buttons.
    public var actions: [UNNotificationAction] { record.actions.map(\.object) }
    /// The names of intents to which the notifications belong.
    public var intentIdentifiers: [String] { record.intentIdentifiers }
    /// The behaviors of the category.
    public var options: UNNotificationCategoryOptions { UNNotificationCategoryOptions(rawValue: record.options) }
    /// The text that replaces the body while previews are hidden, empty if there is none.
    public var hiddenPreviewsBodyPlaceholder: String { record.hiddenPreviewsBodyPlaceholder }
    /// The format of the summary of grouped notifications, empty if there is none.
    public var categorySummaryFormat: String { record.categorySummaryFormat }

    public override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationCategory)?.record == record }

    public override var hash: Int { record.hashValue }
}
