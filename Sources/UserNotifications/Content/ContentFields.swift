package import Foundation

/// The stored values of a content object.
///
/// The immutable and the mutable class share this struct, so that a copy is a value copy and includes every property.
package struct ContentFields {
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
    package var summaryArgumentCount = 0
    package var userInfo = UserInfo.dictionary([:])
    package var attachments: [UNNotificationAttachment] = []

    package init() {}
}
