/// The user's permission for the notifications of the app.
public enum NotificationAuthorization: String, Sendable, Codable, CaseIterable {
    /// The app did not ask yet. A user of this phone who is asked allows.
    case notDetermined
    /// The user does not allow notifications: none is shown, and no extension is called.
    case denied
    /// The user allows notifications.
    case authorized
    /// The app may show notifications quietly, in Notification Center only.
    case provisional
    /// An App Clip may show notifications for a limited time.
    case ephemeral

    /// Whether the phone shows the app's notifications.
    package var isAllowed: Bool { self != .notDetermined && self != .denied }
}
