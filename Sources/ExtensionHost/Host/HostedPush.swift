package import PushPayload
import UserNotifications

/// A push as the host received it.
package struct HostedPush: Sendable {
    let payload: Payload
    let pushType: PushType
    package let original: FrozenContent

    /// Takes a push whose texts the system has already localized in another process.
    package init(_ payload: Payload, texts: [String], policy: SystemPolicy) {
        self.payload = payload
        pushType = .alert
        let content = policy.content(of: payload)
        content.title = texts.first ?? ""
        content.subtitle = texts.dropFirst().first ?? ""
        content.body = texts.dropFirst(2).first ?? ""
        original = FrozenContent(content)
    }

    init(_ payload: Payload, pushType: PushType, localization: Localization, policy: SystemPolicy) {
        self.payload = payload
        self.pushType = pushType
        original = FrozenContent(policy.content(of: payload, localization: localization))
    }
}

extension SystemPolicy {
    /// Returns the content that the system creates from a payload.
    func content(of payload: Payload, localization: Localization = .none) -> UNMutableNotificationContent {
        let content = UNMutableNotificationContent(payload, localization: localization)
        if !userInfoHasAPS { content.userInfo["aps"] = nil }
        return content
    }
}
