import ExtensionHost
import Foundation
import StrictJSON
import UserNotifications

/// The encoding of content for the channel between host and extension.
extension FrozenContent {
    /// The content as JSON.
    var wire: JSONObject {
        var wire = json
        wire["interruptionLevel"] = .number(JSONNumber(content.interruptionLevel.rawValue))
        wire["relevanceScore"] = .string(String(content.relevanceScore.bitPattern, radix: 16))
        wire["sound"] = content.sound?.choice.wire
        wire["badge"] = content.badge.map { .number(JSONNumber($0.int64Value)) }
        wire["userInfo"] = userInfo.wire
        wire["userInfoError"] = userInfoError.map { [.string($0.code.rawValue), .string($0.reason)] }
        return wire
    }

    /// Parses the output of `wire`; nil for anything else.
    init?(wire: JSONObject) {
        func text(_ name: String) -> String { wire[name]?.stringValue ?? "" }
        guard let level = wire["interruptionLevel"]?.numberValue?.int,
            let interruptionLevel = UInt(exactly: level).flatMap(UNNotificationInterruptionLevel.init(rawValue:)),
            let score = UInt64(text("relevanceScore"), radix: 16),
            let info = wire["userInfo"], let userInfo = PropertyListValue(wire: info)
        else { return nil }
        var fields = ContentFields()
        fields.title = text("title")
        fields.subtitle = text("subtitle")
        fields.body = text("body")
        fields.badge = wire["badge"]?.numberValue?.int.map { NSNumber(value: $0) }
        if let sound = wire["sound"] {
            guard let choice = UNNotificationSound.Choice(wire: sound) else { return nil }
            fields.sound = UNNotificationSound(choice)
        }
        fields.launchImageName = text("launchImageName")
        fields.threadIdentifier = text("threadIdentifier")
        fields.categoryIdentifier = text("categoryIdentifier")
        fields.targetContentIdentifier = wire["targetContentIdentifier"]?.stringValue
        fields.filterCriteria = wire["filterCriteria"]?.stringValue
        fields.interruptionLevel = interruptionLevel
        fields.relevanceScore = Double(bitPattern: score)
        fields.summaryArgument = text("summaryArgument")
        fields.summaryArgumentCount = wire["summaryArgumentCount"]?.numberValue?.int ?? 0
        fields.userInfo = .dictionary(userInfo.foundationObject as? [AnyHashable: Any] ?? [:])
        for attachment in wire["attachments"]?.arrayValue ?? [] {
            guard let members = attachment.objectValue, let identifier = members["identifier"]?.stringValue,
                let url = members["url"]?.stringValue.flatMap(URL.init(string:)),
                let type = members["type"]?.stringValue.flatMap(AttachmentType.init(rawValue:))
            else { return nil }
            fields.attachments.append(UNNotificationAttachment(identifier: identifier, url: url, checkedType: type))
        }
        let error = wire["userInfoError"]?.arrayValue
        self.init(
            UNNotificationContent(fields: fields), userInfo: userInfo,
            error: error.map {
                UserInfoError(
                    .init(rawValue: $0.first?.stringValue ?? "") ?? .valueNotJSON, reason: $0.last?.stringValue ?? "",
                    path: [])
            })
    }
}

extension UNNotificationSound.Choice {
    /// The sound as JSON: its kind, name and volume.
    fileprivate var wire: JSONValue {
        switch self {
        case .standard: ["standard"]
        case .named(let name): ["named", .string(name.rawValue)]
        case .ringtone(let name): ["ringtone", name.map { .string($0.rawValue) } ?? .null]
        case .critical(let name, let volume):
            [
                "critical", name.map { .string($0.rawValue) } ?? .null,
                volume.map { .string(String($0.bitPattern, radix: 16)) } ?? .null,
            ]
        }
    }

    fileprivate init?(wire: JSONValue) {
        guard let parts = wire.arrayValue, let kind = parts.first?.stringValue else { return nil }
        let name = parts.dropFirst().first?.stringValue.map { UNNotificationSoundName($0) }
        switch (kind, name) {
        case ("standard", _): self = .standard
        case ("named", let name?): self = .named(name)
        case ("ringtone", let name): self = .ringtone(name)
        case ("critical", let name):
            let bits = parts.dropFirst(2).first?.stringValue.flatMap { UInt32($0, radix: 16) }
            self = .critical(name, volume: bits.map { Float(bitPattern: $0) })
        default: return nil
        }
    }
}
