public import Foundation

/// Changes the content of a remote notification before it is shown.
///
/// A service extension subclasses this and overrides both methods. The system makes one object for each notification and
/// calls it when the payload has `mutable-content` 1 and an alert (Apple, "Modifying content in newly delivered
/// notifications"). The two methods may run on different threads at once; like Apple's class, this one is not `Sendable`.
open class UNNotificationServiceExtension: NSObject {
    /// Receives a notification whose content the extension may replace.
    ///
    /// The base class hands the content on as it came.
    ///
    /// - Parameters:
    ///   - request: the notification; its content is immutable, `mutableCopy()` gives one to edit.
    ///   - contentHandler: takes the content to show. It is to be called once, within 30 seconds.
    open func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        contentHandler(request.content)
    }

    /// Says, on a thread of its own, that the time is over: the best content so far must be handed over at once.
    ///
    /// The base class does nothing, so the original content is shown.
    open func serviceExtensionTimeWillExpire() {}
}
