import Foundation
package import PushPayload

/// A notification's content as values, for the list of a phone and for messages between processes.
package struct ContentRecord: Codable {
    private struct Attachment: Codable {
        let identifier: String
        let url: String
        let type: String
        let isThumbnailHidden: Bool
        let thumbnailClippingRect: CGRect?
    }

    private let fields: ContentFields
    private let badge: Int?
    private let sound: UNNotificationSound.Choice?
    private let interruptionLevel: UInt
    private let userInfo: JSONText
    private let attachments: [Attachment]

    /// Copies content, with `userInfo` in place of its own.
    package init(_ fields: ContentFields, userInfo: PropertyListValue) {
        self.fields = fields
        badge = fields.badge?.intValue
        sound = fields.sound?.choice
        interruptionLevel = fields.interruptionLevel.rawValue
        self.userInfo = JSONText(userInfo.message)
        attachments = fields.attachments.map {
            Attachment(
                identifier: $0.identifier, url: $0.url.absoluteString, type: $0.type,
                isThumbnailHidden: $0.isThumbnailHidden, thumbnailClippingRect: $0.thumbnailClippingRect)
        }
    }

    /// The content and its `userInfo`; nil if a value is not valid.
    package var content: (fields: ContentFields, userInfo: PropertyListValue)? {
        guard let interruptionLevel = UNNotificationInterruptionLevel(rawValue: interruptionLevel),
            let userInfo = PropertyListValue(message: userInfo.value)
        else { return nil }
        var fields = fields
        fields.badge = badge.map { NSNumber(value: $0) }
        fields.sound = sound.map { UNNotificationSound($0) }
        fields.interruptionLevel = interruptionLevel
        fields.userInfo = userInfo.foundationObject as? [AnyHashable: Any] ?? [:]
        fields.attachments = []
        for attachment in attachments {
            guard let url = URL(string: attachment.url), let type = AttachmentType(rawValue: attachment.type)
            else { return nil }
            fields.attachments.append(
                UNNotificationAttachment(
                    identifier: attachment.identifier, url: url, checkedType: type,
                    isThumbnailHidden: attachment.isThumbnailHidden,
                    thumbnailClippingRect: attachment.thumbnailClippingRect))
        }
        return (fields, userInfo)
    }
}

/// The encoding of the values that a phone keeps and that cross processes: JSON in which every number has a form.
package enum RecordCoding {
    package static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try encoder.encode(value)
    }

    package static func decode<Value: Decodable>(_ type: Value.Type = Value.self, from data: Data) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try decoder.decode(type, from: data)
    }
}
