import PushPayload
import UserNotifications

/// A push as the host got it.
struct HostedPush: Sendable {
    let payload: Payload
    let pushType: PushType
    let original: FrozenContent

    init(_ payload: Payload, pushType: PushType, localization: Localization = .none) {
        self.payload = payload
        self.pushType = pushType
        original = FrozenContent(UNMutableNotificationContent(payload, localization: localization))
    }
}
