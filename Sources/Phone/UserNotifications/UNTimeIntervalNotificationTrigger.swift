public import Foundation
import PhoneState

/// A trigger that delivers a notification after a number of seconds, by the clock of the phone.
public final class UNTimeIntervalNotificationTrigger: UNNotificationTrigger {
    /// The number of seconds.
    public let timeInterval: TimeInterval

    init(_ timeInterval: TimeInterval, _ repeats: Bool) {
        self.timeInterval = timeInterval
        super.init(repeats: repeats)
    }

    /// Creates a trigger.
    ///
    /// Stops the program for an interval that is not greater than zero, or less than 60 seconds if the notification is repeated,
    /// as a phone does.
    public convenience init(timeInterval: TimeInterval, repeats: Bool) {
        precondition(timeInterval > 0, "time interval must be greater than 0")
        precondition(!repeats || timeInterval >= 60, "time interval must be at least 60 if repeating")
        self.init(timeInterval, repeats)
    }

    var record: TriggerRecord { .interval(timeInterval, repeats: repeats) }

    /// The next date when a notification with this trigger is due if it is added now.
    public func nextTriggerDate() -> Date? { record.next(after: Phone.current.now) }
}
