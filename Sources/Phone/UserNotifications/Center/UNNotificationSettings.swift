public import Foundation
import PhoneState

/// The interactions for which an app asks.
public struct UNAuthorizationOptions: OptionSet, Hashable, Sendable {
    /// The bits of the options.
    public let rawValue: UInt

    /// Creates options from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A number on the app's icon.
    public static let badge = UNAuthorizationOptions(rawValue: 1 << 0)
    /// Sounds.
    public static let sound = UNAuthorizationOptions(rawValue: 1 << 1)
    /// Alerts.
    public static let alert = UNAuthorizationOptions(rawValue: 1 << 2)
    /// Notifications in CarPlay.
    public static let carPlay = UNAuthorizationOptions(rawValue: 1 << 3)
    /// Sounds for critical alerts.
    public static let criticalAlert = UNAuthorizationOptions(rawValue: 1 << 4)
    /// A button in the system's settings that opens those of the app.
    public static let providesAppNotificationSettings = UNAuthorizationOptions(rawValue: 1 << 5)
    /// Quiet notifications without asking the user.
    public static let provisional = UNAuthorizationOptions(rawValue: 1 << 6)
    /// Siri may read messages; ignored since iOS 15.
    public static let announcement = UNAuthorizationOptions(rawValue: 1 << 7)
    /// Time-sensitive notifications; ignored since iOS 15.
    public static let timeSensitive = UNAuthorizationOptions(rawValue: 1 << 8)
}

/// The permission of an app to show notifications.
public enum UNAuthorizationStatus: Int, Sendable {
    /// The user was not asked.
    case notDetermined = 0
    /// The user does not allow notifications.
    case denied = 1
    /// The user allows notifications.
    case authorized = 2
    /// The app may show quiet notifications.
    case provisional = 3
    /// An App Clip may show notifications for a limited time.
    case ephemeral = 4
}

/// The state of one setting.
public enum UNNotificationSetting: Int, Sendable {
    /// The app does not support it.
    case notSupported = 0
    /// The setting is off.
    case disabled = 1
    /// The setting is on.
    case enabled = 2
}

/// The user's settings for the notifications of the app.
///
/// They follow `Phone.notificationAuthorization`: with permission, the settings that each app has are enabled, and
/// quiet ones alone are in Notification Center. The others, for CarPlay or summaries, are not available.
public final class UNNotificationSettings: NSObject, SelfCopying {
    private let authorization: NotificationAuthorization

    init(_ authorization: NotificationAuthorization) { self.authorization = authorization }

    /// The permission of the app.
    public var authorizationStatus: UNAuthorizationStatus {
        UNAuthorizationStatus(rawValue: authorization.rawValue) ?? .notDetermined
    }

    /// Whether notifications appear in Notification Center.
    public var notificationCenterSetting: UNNotificationSetting { authorization.isAllowed ? .enabled : .disabled }
    /// Whether notifications appear on the lock screen.
    public var lockScreenSetting: UNNotificationSetting { loudly }
    /// Whether alerts are shown.
    public var alertSetting: UNNotificationSetting { loudly }
    /// Whether badges are shown.
    public var badgeSetting: UNNotificationSetting { loudly }
    /// Whether sounds are played.
    public var soundSetting: UNNotificationSetting { loudly }

    private var loudly: UNNotificationSetting {
        authorization == .authorized || authorization == .ephemeral ? .enabled : .disabled
    }
}
