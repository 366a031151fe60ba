import PushPayload
import UserNotifications

/// A push as the host got it.
struct HostedPush: Sendable {
    let payload: Payload
    let pushType: PushType
    let original: FrozenContent

    /// Takes a push whose texts the system has localized elsewhere.
    init(_ payload: Payload, texts: [String]) {
        self.payload = payload
        pushType = .alert
        let content = UNMutableNotificationContent(payload)
        content.title = texts.first ?? ""
        content.subtitle = texts.dropFirst().first ?? ""
        content.body = texts.dropFirst(2).first ?? ""
        original = FrozenContent(content)
    }

    init(_ payload: Payload, pushType: PushType, localization: Localization = .none) {
        self.payload = payload
        self.pushType = pushType
        original = FrozenContent(UNMutableNotificationContent(payload, localization: localization))
    }
}
