public import Foundation

/// The ways to present a notification while its app is in the foreground.
public struct UNNotificationPresentationOptions: OptionSet, Hashable, Sendable {
    /// The bits of the options.
    public let rawValue: UInt

    /// Creates options from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Sets the badge.
    public static let badge = UNNotificationPresentationOptions(rawValue: 1 << 0)
    /// Plays the sound.
    public static let sound = UNNotificationPresentationOptions(rawValue: 1 << 1)
    /// Shows the alert; since iOS 14 ``list`` and ``banner`` replace it.
    public static let alert = UNNotificationPresentationOptions(rawValue: 1 << 2)
    /// Lists the notification in Notification Center.
    public static let list = UNNotificationPresentationOptions(rawValue: 1 << 3)
    /// Shows a banner.
    public static let banner = UNNotificationPresentationOptions(rawValue: 1 << 4)
}

/// Handles notifications while the app is in the foreground, and the user's actions.
///
/// All methods are optional, as in Apple's protocol; there they may have a completion handler or be asynchronous.
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    /// Called for a notification that arrives while the app is in the foreground.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void)

    /// Called for a notification that arrives while the app is in the foreground.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions

    /// Called for the user's action.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void)

    /// Called for the user's action.
    func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async

    /// Called when the user opens the app's own notification settings.
    func userNotificationCenter(_ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?)
}

extension UNUserNotificationCenterDelegate {
    /// Does not present the notification.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        completionHandler([])
    }

    /// Does not present the notification.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        []
    }

    /// Ignores the action.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        completionHandler()
    }

    /// Ignores the action.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {}

    /// Does nothing.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?
    ) {}
}
