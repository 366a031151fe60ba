public import Foundation
@_spi(Frameworks) package import PhoneState

/// The notifications of the app on the current phone.
///
/// An extension and its app use the same notifications. A phone has one app here. Requests take effect before a method
/// returns, in the order of the calls; on a phone they take effect later, and those of an extension that ends too
/// early are lost. Completion handlers are called on a background thread, one after the other.
///
/// Not available: the delegate, since no app is in the foreground and no user touches a notification;
/// `notificationSettingsForTopics` and location triggers (Core Location), content extensions (UIKit).
public final class UNUserNotificationCenter: NSObject, Sendable {
    package let phone: Phone

    init(_ phone: Phone) { self.phone = phone }

    /// The center of the phone on which the calling code runs; all centers of one phone are equal.
    public class func current() -> UNUserNotificationCenter { UNUserNotificationCenter(.current) }

    // MARK: - Permission

    /// Asks the user for permission, unless the user was asked before.
    ///
    /// A user of this phone allows; `Phone.notificationAuthorization` sets another answer.
    public func requestAuthorization(
        options: UNAuthorizationOptions = [], completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let isGranted = ask(options)
        phone.callBack { completionHandler(isGranted, nil) }
    }

    func ask(_ options: UNAuthorizationOptions) -> Bool {
        let reply = phone.answer(.ask(provisional: options.contains(.provisional)))
        return if case .authorization(let status) = reply { status.isAllowed } else { false }
    }

    /// Fetches the user's settings for the app.
    public func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
        let authorization = phone.notificationAuthorization
        phone.callBack { completionHandler(UNNotificationSettings(authorization)) }
    }

    // MARK: - Categories

    /// Sets the categories of the app in place of the earlier ones.
    public func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
        guard let data = try? CategoryRecord.encode(categories) else { return }
        _ = phone.answer(.setCategories(data))
    }

    /// Fetches the categories of the app.
    public func getNotificationCategories(
        completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
    ) {
        let data = categories
        phone.callBack { completionHandler(CategoryRecord.decode(data)) }
    }

    var categories: Data {
        if case .categories(let data) = phone.answer(.categories) { data } else { Data() }
    }

    // MARK: - Pending notifications

    /// Delivers a notification, at once or as its trigger says, in place of one with the same identifier.
    ///
    /// The handler gets an error if the user does not allow notifications (`notificationsNotAllowed`), if the trigger never fires
    /// (`notificationInvalidNoDate`), if the content has nothing that a user notices (`notificationInvalidNoContent`), or if
    /// its `userInfo` is not a property list (`CocoaError.propertyListWriteInvalid`), or if the content is larger than 4 MiB
    /// (`CocoaError.xpcConnectionInterrupted`).
    public func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let problem = problem(ofAdding: request)
        phone.callBack { completionHandler?(problem) }
    }

    func problem(ofAdding request: UNNotificationRequest) -> (any Error)? {
        guard request.content.isUserFacing else { return UNError(.notificationInvalidNoContent) }
        do {
            switch phone.answer(.add(try NotificationRecord(request))) {
            case .notAllowed: return UNError(.notificationsNotAllowed)
            case .noDate: return UNError(.notificationInvalidNoDate)
            case .tooLarge, .unavailable: return CocoaError(.xpcConnectionInterrupted)
            default: return nil
            }
        } catch {
            return error
        }
    }

    /// Fetches the notifications that are not delivered yet, the soonest first.
    public func getPendingNotificationRequests(
        completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
    ) {
        let records = phone.records(.pending)
        phone.callBack { completionHandler(records.map(\.request)) }
    }

    /// Removes pending notifications.
    public func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        _ = phone.answer(.removePending(identifiers))
    }

    /// Removes all pending notifications.
    public func removeAllPendingNotificationRequests() { _ = phone.answer(.removePending(nil)) }

    // MARK: - Delivered notifications

    /// Fetches the notifications in Notification Center, the oldest first.
    public func getDeliveredNotifications(completionHandler: @escaping @Sendable ([UNNotification]) -> Void) {
        let records = phone.records(.delivered)
        phone.callBack { completionHandler(records.map { UNNotification($0) }) }
    }

    /// Removes notifications from Notification Center.
    public func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        _ = phone.answer(.removeDelivered(identifiers))
    }

    /// Removes all notifications of the app from Notification Center.
    public func removeAllDeliveredNotifications() { _ = phone.answer(.removeDelivered(nil)) }

    // MARK: - Badge

    /// Sets the number on the app's icon; 0 removes it.
    ///
    /// The handler gets `badgeInputInvalid` for a negative number.
    public func setBadgeCount(
        _ newBadgeCount: Int, withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let problem = problem(ofBadge: newBadgeCount)
        phone.callBack { completionHandler?(problem) }
    }

    func problem(ofBadge number: Int) -> UNError? {
        guard number >= 0 else { return UNError(.badgeInputInvalid) }
        _ = phone.answer(.setBadge(number))
        return nil
    }

    // MARK: - Identity

    /// Whether the other object is the center of the same phone, also for code with other entitlements.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? UNUserNotificationCenter)?.phone.callbackQueue === phone.callbackQueue
    }

    /// The hash of the phone's identity.
    public override var hash: Int { ObjectIdentifier(phone.callbackQueue).hashValue }
}
