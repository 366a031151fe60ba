import ExtensionHost
import PhoneState
import PushPayload
import UserNotifications

extension NotificationChange.Shown {
    /// A notification that the app or its extension added, as JSON for the page.
    var json: JSONObject {
        let shown = notification.request.content
        var content: JSONObject = [
            "title": .string(shown.title), "subtitle": .string(shown.subtitle), "body": .string(shown.body),
        ]
        if !shown.threadIdentifier.isEmpty { content["threadIdentifier"] = .string(shown.threadIdentifier) }
        if !shown.categoryIdentifier.isEmpty { content["categoryIdentifier"] = .string(shown.categoryIdentifier) }
        if shown.interruptionLevel != .active {
            content["interruptionLevel"] = .string("\(shown.interruptionLevel)")
        }
        if let message = shown.communication {
            var json: JSONObject = ["sender": .string(message.sender)]
            json["group"] = message.group.map(JSONValue.string)
            json["recipients"] = .array(message.recipients.map(JSONValue.string))
            content["message"] = .object(json)
        }
        return [
            "identifier": .string(identifier), "shownAt": .number(JSONNumber(date.milliseconds)),
            "content": .object(content),
        ]
    }
}

extension SimulatedPhone {
    /// The app's categories with their actions as JSON for the page, by identifier.
    nonisolated var categories: JSONObject {
        var json: JSONObject = [:]
        for category in device.notificationCategories {
            json[category.identifier] = .array(
                category.actions.map { action in
                    [
                        "title": .string(action.title),
                        "isDestructive": .bool(action.options.contains(.destructive)),
                        "takesText": .bool(action is UNTextInputNotificationAction),
                    ]
                })
        }
        return json
    }
}
