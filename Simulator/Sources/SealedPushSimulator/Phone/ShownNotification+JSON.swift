import ExtensionHost
import PhoneState
import PushPayload
import UserNotifications

extension NotificationChange.Shown {
    /// A notification that the app or its extension added, as JSON for the page.
    var json: JSONObject {
        let shown = notification.request.content
        let content = JSONObject(of: [
            "title": shown.title, "subtitle": shown.subtitle, "body": shown.body,
            "threadIdentifier": shown.threadIdentifier.isEmpty ? nil : shown.threadIdentifier,
            "categoryIdentifier": shown.categoryIdentifier.isEmpty ? nil : shown.categoryIdentifier,
            "interruptionLevel": shown.interruptionLevel == .active ? nil : "\(shown.interruptionLevel)",
            "message": shown.communication.map {
                JSONObject(of: ["sender": $0.sender, "group": $0.group, "recipients": $0.recipients])
            },
        ])
        return JSONObject(of: ["identifier": identifier, "shownAt": date, "content": content])
    }
}

extension SimulatedPhone {
    /// The app's categories with their actions as JSON for the page, by identifier.
    nonisolated var categories: JSONObject {
        JSONObject(
            device.notificationCategories.map { category in
                let actions = category.actions.map { action in
                    JSONObject(of: [
                        "title": action.title, "isDestructive": action.options.contains(.destructive),
                        "takesText": action is UNTextInputNotificationAction,
                    ])
                }
                return (category.identifier, actions.member)
            })
    }
}
