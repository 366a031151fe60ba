import Foundation
import PushPayload
import StrictJSON
import UserNotifications

extension FrozenContent {
    /// The content by Apple's property names: the three texts always, every other property only if it is set.
    var json: JSONObject {
        var json: JSONObject = [
            "title": .string(content.title),
            "subtitle": .string(content.subtitle),
            "body": .string(content.body),
        ]
        json["badge"] = content.badge.map { .number(JSONNumber($0.intValue)) }
        json["sound"] = content.sound.map(\.choice.json)
        let texts = [
            ("launchImageName", content.launchImageName),
            ("threadIdentifier", content.threadIdentifier),
            ("categoryIdentifier", content.categoryIdentifier),
            ("summaryArgument", content.summaryArgument),
        ]
        for (name, text) in texts where !text.isEmpty {
            json[name] = .string(text)
        }
        json["targetContentIdentifier"] = content.targetContentIdentifier.map(JSONValue.string)
        json["filterCriteria"] = content.filterCriteria.map(JSONValue.string)
        if content.interruptionLevel != .active {
            json["interruptionLevel"] = .string("\(content.interruptionLevel)")
        }
        if content.relevanceScore != 0 {
            json["relevanceScore"] = JSONNumber(content.relevanceScore).map(JSONValue.number)
        }
        if content.summaryArgumentCount != 1 {
            json["summaryArgumentCount"] = .number(JSONNumber(content.summaryArgumentCount))
        }
        json["userInfo"] = userInfo.reported
        if !content.attachments.isEmpty {
            json["attachments"] = .array(content.attachments.map { .object($0.json) })
        }
        json["message"] = content.communication.map { .object($0.json) }
        return json
    }
}

extension Communication {
    /// The message: a picture by its name or address, or the size of its data.
    fileprivate var json: JSONObject {
        var json: JSONObject = ["sender": .string(sender)]
        json["handle"] = handle.map(JSONValue.string)
        json["picture"] = picture.map { picture in
            switch picture {
            case .named(let name): ["named": .string(name)]
            case .symbol(let name): ["symbol": .string(name)]
            case .data(let data): ["bytes": .number(JSONNumber(data.count))]
            case .url(let url): ["url": .string(url.absoluteString)]
            }
        }
        json["conversation"] = conversation.map(JSONValue.string)
        json["group"] = group.map(JSONValue.string)
        if !recipients.isEmpty { json["recipients"] = .array(recipients.map(JSONValue.string)) }
        if mentionsUser { json["mentionsUser"] = true }
        if isReplyToUser { json["isReplyToUser"] = true }
        return json
    }
}

extension UNNotificationAttachment {
    /// The attachment, with the options of its thumbnail that are set.
    fileprivate var json: JSONObject {
        var json: JSONObject = [
            "identifier": .string(identifier), "url": .string(url.absoluteString), "type": .string(type),
        ]
        if isThumbnailHidden { json["thumbnailHidden"] = true }
        json["thumbnailClippingRect"] = thumbnailClippingRect.map { rect in
            let values = [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height]
            return .array(values.compactMap { JSONNumber(Double($0)) }.map(JSONValue.number))
        }
        return json
    }
}

extension UNNotificationSound.Choice {
    /// The sound as a payload spells it; a ringtone, which a payload cannot request, by its own name.
    fileprivate var json: JSONValue {
        switch self {
        case .standard: "default"
        case .named(let name): .string(name)
        case .ringtone(let name): ["ringtone": .string(name ?? "default")]
        case .critical(let name, let volume): Self.critical(name, volume)
        }
    }

    private static func critical(_ name: String?, _ volume: Float?) -> JSONValue {
        var sound: JSONObject = ["critical": 1, "name": .string(name ?? "default")]
        sound["volume"] = volume.flatMap { JSONNumber(text: $0.description) }.map(JSONValue.number)
        return .object(sound)
    }
}
