import ExtensionHost
import Foundation
import UserNotifications

/// Content on its way from the extension's process to the host.
struct ContentMessage: Codable, Sendable {
    struct Attachment: Codable, Sendable {
        let identifier: String
        let url: String
        let type: String
    }

    private let title: String
    private let subtitle: String
    private let body: String
    private let badge: Int?
    private let sound: UNNotificationSound.Choice?
    private let launchImageName: String
    private let threadIdentifier: String
    private let categoryIdentifier: String
    private let targetContentIdentifier: String?
    private let filterCriteria: String?
    private let interruptionLevel: UInt
    private let relevanceScore: Double
    private let summaryArgument: String
    private let summaryArgumentCount: Int
    private let userInfo: JSONText
    private let userInfoProblem: String?
    private let attachments: [Attachment]

    init(_ frozen: FrozenContent) {
        let content = frozen.content
        title = content.title
        subtitle = content.subtitle
        body = content.body
        badge = content.badge?.intValue
        sound = content.sound?.choice
        launchImageName = content.launchImageName
        threadIdentifier = content.threadIdentifier
        categoryIdentifier = content.categoryIdentifier
        targetContentIdentifier = content.targetContentIdentifier
        filterCriteria = content.filterCriteria
        interruptionLevel = content.interruptionLevel.rawValue
        relevanceScore = content.relevanceScore
        summaryArgument = content.summaryArgument
        summaryArgumentCount = content.summaryArgumentCount
        userInfo = JSONText(frozen.userInfo.message)
        userInfoProblem = frozen.userInfoProblem
        attachments = content.attachments.map {
            Attachment(identifier: $0.identifier, url: $0.url.absoluteString, type: $0.type)
        }
    }

    /// The content; nil if a value is not valid.
    var content: FrozenContent? {
        guard let interruptionLevel = UNNotificationInterruptionLevel(rawValue: interruptionLevel),
            let userInfo = PropertyListValue(message: userInfo.value)
        else { return nil }
        var fields = ContentFields()
        fields.title = title
        fields.subtitle = subtitle
        fields.body = body
        fields.badge = badge.map { NSNumber(value: $0) }
        fields.sound = sound.map { UNNotificationSound($0) }
        fields.launchImageName = launchImageName
        fields.threadIdentifier = threadIdentifier
        fields.categoryIdentifier = categoryIdentifier
        fields.targetContentIdentifier = targetContentIdentifier
        fields.filterCriteria = filterCriteria
        fields.interruptionLevel = interruptionLevel
        fields.relevanceScore = relevanceScore
        fields.summaryArgument = summaryArgument
        fields.summaryArgumentCount = summaryArgumentCount
        for attachment in attachments {
            guard let url = URL(string: attachment.url), let type = AttachmentType(rawValue: attachment.type)
            else { return nil }
            fields.attachments.append(
                UNNotificationAttachment(identifier: attachment.identifier, url: url, checkedType: type))
        }
        return FrozenContent(fields, userInfo: userInfo, problem: userInfoProblem)
    }
}
