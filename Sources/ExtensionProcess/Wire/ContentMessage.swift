import ExtensionHost
import Foundation
import UserNotifications

/// Content on its way from the extension's process to the host.
struct ContentMessage: Codable {
    struct Attachment: Codable {
        let identifier: String
        let url: String
        let type: String
    }

    private let fields: ContentFields
    private let badge: Int?
    private let sound: UNNotificationSound.Choice?
    private let interruptionLevel: UInt
    private let userInfo: JSONText
    private let userInfoProblem: String?
    private let attachments: [Attachment]

    init(_ frozen: FrozenContent) {
        fields = frozen.content.fields
        badge = fields.badge?.intValue
        sound = fields.sound?.choice
        interruptionLevel = fields.interruptionLevel.rawValue
        userInfo = JSONText(frozen.userInfo.message)
        userInfoProblem = frozen.userInfoProblem
        attachments = fields.attachments.map {
            Attachment(identifier: $0.identifier, url: $0.url.absoluteString, type: $0.type)
        }
    }

    /// The content; nil if a value is not valid.
    var content: FrozenContent? {
        guard let interruptionLevel = UNNotificationInterruptionLevel(rawValue: interruptionLevel),
            let userInfo = PropertyListValue(message: userInfo.value)
        else { return nil }
        var fields = fields
        fields.badge = badge.map { NSNumber(value: $0) }
        fields.sound = sound.map { UNNotificationSound($0) }
        fields.interruptionLevel = interruptionLevel
        fields.attachments = []
        for attachment in attachments {
            guard let url = URL(string: attachment.url), let type = AttachmentType(rawValue: attachment.type)
            else { return nil }
            fields.attachments.append(
                UNNotificationAttachment(identifier: attachment.identifier, url: url, checkedType: type))
        }
        return FrozenContent(fields, userInfo: userInfo, problem: userInfoProblem)
    }
}
