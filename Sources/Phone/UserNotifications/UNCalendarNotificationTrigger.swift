public import Foundation
import PhoneState

/// A trigger that delivers a notification at a date, by the clock of the phone.
public final class UNCalendarNotificationTrigger: UNNotificationTrigger {
    /// The components of the date; only those that are set are compared.
    public let dateComponents: DateComponents

    /// Creates a trigger; one that repeats fires at each date with these components.
    public init(dateMatching dateComponents: DateComponents, repeats: Bool) {
        self.dateComponents = dateComponents
        super.init(repeats: repeats)
    }

    var record: TriggerRecord { .calendar(dateComponents, repeats: repeats) }

    /// The next date with the components; nil if there is none.
    public func nextTriggerDate() -> Date? { record.next(after: Phone.current.now) }
}
