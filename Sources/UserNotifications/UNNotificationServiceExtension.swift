public import Foundation

/// Changes the content of a remote notification before it is shown.
///
/// A service extension subclasses this and overrides both methods. The system creates one object for each notification
/// and calls it if the payload has `mutable-content` 1 and an alert (Apple, "Modifying content in newly delivered
/// notifications"). The two methods may run on different threads at once; like Apple's class, this one is not
/// `Sendable`.
open class UNNotificationServiceExtension: NSObject {
    /// Receives a notification whose content the extension may replace.
    ///
    /// The base class passes the content on unchanged.
    ///
    /// - Parameters:
    ///   - request: the notification; its content is immutable, `mutableCopy()` returns an editable copy.
    ///   - contentHandler: takes the content to show. Call it once, within 30 seconds.
    open func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        contentHandler(request.content)
    }

    /// Called on another thread when the time limit is reached: the extension must hand over its best content at once.
    ///
    /// The base class does nothing, so the original content is shown.
    open func serviceExtensionTimeWillExpire() {}
}
