package import Foundation

/// A notification on a phone, delivered or pending.
///
/// The module UserNotifications encodes its content.
package struct NotificationRecord: Sendable, Codable {
    /// The identifier of the request.
    package let identifier: String
    package let content: Data
    /// The number that the content sets on the app's icon; nil for none.
    package let badge: Int?
    /// Whether the content has alert text; without it only the badge is set.
    package let hasAlert: Bool
    /// Nil for a notification that is delivered at once.
    package let trigger: TriggerRecord?
    /// The date of the delivery; of a pending notification, the date when it is due.
    package internal(set) var date = Date.distantPast

    package init(identifier: String, content: Data, badge: Int?, hasAlert: Bool, trigger: TriggerRecord?) {
        self.identifier = identifier
        self.content = content
        self.badge = badge
        self.hasAlert = hasAlert
        self.trigger = trigger
    }

    /// The size as a message has it, about: each byte of the identifier may be escaped, and each record has other fields.
    var byteCount: Int { content.count + 6 * identifier.utf8.count + 500 }
}

extension [NotificationRecord] {
    var byteCount: Int { reduce(0) { $0 + $1.byteCount } }
}

/// The trigger of a notification.
package enum TriggerRecord: Sendable, Codable, Hashable {
    case push
    case interval(TimeInterval, repeats: Bool)
    case calendar(DateComponents, repeats: Bool)

    package var repeats: Bool {
        switch self {
        case .push: false
        case .interval(_, let repeats), .calendar(_, let repeats): repeats
        }
    }

    /// The first date after another one when the trigger fires; nil for never.
    package func next(after date: Date) -> Date? {
        switch self {
        case .push: nil
        case .interval(let interval, _): date + interval
        case .calendar(let components, _): Self.match(components, date, .forward)
        }
    }

    /// The last date until `now` when a trigger fires that fired at `first`.
    func last(from first: Date, until now: Date) -> Date {
        switch self {
        case .push: first
        case .interval(let interval, _): first + ((now.timeIntervalSince(first)) / interval).rounded(.down) * interval
        case .calendar(let components, _): max(first, Self.match(components, now, .backward) ?? first)
        }
    }

    /// Whether a trigger has an interval that `UNTimeIntervalNotificationTrigger` accepts; one of another process may not.
    var isValid: Bool {
        guard case .interval(let interval, let repeats) = self else { return true }
        return interval.isFinite && interval > 0 && (!repeats || interval >= 60)
    }

    /// The calendar of a trigger, made again: Foundation searches without end in a decoded one whose weeks begin on no weekday.
    private static func calendar(of components: DateComponents) -> Calendar {
        let given = components.calendar ?? .current
        var calendar = Calendar(identifier: given.identifier)
        calendar.timeZone = components.timeZone ?? given.timeZone
        if (1...7).contains(given.firstWeekday) { calendar.firstWeekday = given.firstWeekday }
        if (1...7).contains(given.minimumDaysInFirstWeek) {
            calendar.minimumDaysInFirstWeek = given.minimumDaysInFirstWeek
        }
        return calendar
    }

    private static func match(
        _ components: DateComponents, _ date: Date, _ direction: Calendar.SearchDirection
    ) -> Date? {
        let calendar = Self.calendar(of: components)
        var matching = components
        matching.calendar = nil
        matching.timeZone = nil
        return calendar.nextDate(after: date, matching: matching, matchingPolicy: .nextTime, direction: direction)
    }
}
