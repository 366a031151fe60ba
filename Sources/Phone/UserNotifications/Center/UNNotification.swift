public import Foundation
import PhoneState

/// A notification that was delivered.
public final class UNNotification: NSObject, SelfCopying {
    /// The date of the delivery.
    public let date: Date
    /// The request, with the content that is shown.
    public let request: UNNotificationRequest

    init(_ record: NotificationRecord) {
        date = record.date
        request = record.request
    }
}
