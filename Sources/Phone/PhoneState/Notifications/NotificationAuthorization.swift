/// The user's permission for the notifications of the app, with the numbers of Apple's `UNAuthorizationStatus`.
public enum NotificationAuthorization: Int, Sendable, Codable, CaseIterable {
    /// The app did not ask yet. A user of this phone who is asked allows.
    case notDetermined = 0
    /// The user does not allow notifications: none is shown, and no extension is called.
    case denied = 1
    /// The user allows notifications.
    case authorized = 2
    /// The app may show notifications quietly, in Notification Center only.
    case provisional = 3
    /// An App Clip may show notifications for a limited time.
    case ephemeral = 4

    /// Whether the phone shows the app's notifications.
    package var isAllowed: Bool { self != .notDetermined && self != .denied }
}
