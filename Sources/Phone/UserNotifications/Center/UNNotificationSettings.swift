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

/// The presentation of alerts.
public enum UNAlertStyle: Int, Sendable {
    /// No alert.
    case none = 0
    /// A banner that disappears.
    case banner = 1
    /// An alert that stays until the user dismisses it.
    case alert = 2
}

/// The condition on which a preview of a notification's content is shown.
public enum UNShowPreviewsSetting: Int, Sendable {
    /// Always.
    case always = 0
    /// On an unlocked phone.
    case whenAuthenticated = 1
    /// Never.
    case never = 2
}

/// The user's settings for the notifications of the app.
///
/// They follow `Phone.notificationAuthorization`: with permission, the settings that each app has are enabled, and
/// quiet ones alone are in Notification Center. What needs an entitlement is not supported.
public final class UNNotificationSettings: NSObject, NSCopying {
    private let authorization: NotificationAuthorization

    init(_ authorization: NotificationAuthorization) { self.authorization = authorization }

    /// The permission of the app.
    public var authorizationStatus: UNAuthorizationStatus {
        switch authorization {
        case .notDetermined: .notDetermined
        case .denied: .denied
        case .authorized: .authorized
        case .provisional: .provisional
        case .ephemeral: .ephemeral
        }
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
    /// Whether notifications appear in CarPlay: not supported.
    public var carPlaySetting: UNNotificationSetting { .notSupported }
    /// Whether critical alerts are played: not supported.
    public var criticalAlertSetting: UNNotificationSetting { .notSupported }
    /// Whether Siri reads messages: not supported.
    public var announcementSetting: UNNotificationSetting { .notSupported }
    /// Whether time-sensitive notifications break through a Focus: not supported.
    public var timeSensitiveSetting: UNNotificationSetting { .notSupported }
    /// Whether notifications are delivered in a scheduled summary: off.
    public var scheduledDeliverySetting: UNNotificationSetting { .disabled }
    /// Whether direct messages break through a summary: not supported.
    public var directMessagesSetting: UNNotificationSetting { .notSupported }
    /// Whether the system's settings have a button for those of the app: no.
    public var providesAppNotificationSettings: Bool { false }
    /// The presentation of alerts.
    public var alertStyle: UNAlertStyle { loudly == .enabled ? .banner : .none }
    /// The condition on which previews are shown.
    public var showPreviewsSetting: UNShowPreviewsSetting { .always }

    private var loudly: UNNotificationSetting {
        authorization == .authorized || authorization == .ephemeral ? .enabled : .disabled
    }

    /// Returns the settings themselves, since they are immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}
