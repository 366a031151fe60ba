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
        case .calendar(let components, _): Self.match(components, date)
        }
    }

    /// The last date until `now` when a trigger fires that fired at `first`.
    func last(from first: Date, until now: Date) -> Date {
        switch self {
        case .push: return first
        case .interval(let interval, _):
            return first + ((now.timeIntervalSince(first)) / interval).rounded(.down) * interval
        case .calendar(let components, _):
            // In the shortest of these times that has one, so that a trigger of each minute is not followed over years.
            let starts = [1.0 / 1440, 1.0 / 24, 1, 32, 400].map { now - $0 * 86_400 }.filter { $0 > first }
            var date = starts.first { Self.match(components, $0).map { $0 <= now } ?? false } ?? first
            while let next = Self.match(components, date), next <= now { date = next }
            return date
        }
    }

    /// Whether a trigger has an interval that `UNTimeIntervalNotificationTrigger` accepts; one of another process may not.
    var isValid: Bool {
        guard case .interval(let interval, let repeats) = self else { return true }
        return interval.isFinite && interval > 0 && (!repeats || interval >= 60)
    }

    /// The calendar of a trigger, made again with days and weeks that exist: a decoded one may have others.
    private static func calendar(of components: DateComponents) -> Calendar {
        let given = components.calendar ?? .current
        var calendar = Calendar(identifier: given.identifier)
        calendar.timeZone = components.timeZone ?? given.timeZone
        calendar.firstWeekday = min(max(given.firstWeekday, 1), 7)
        calendar.minimumDaysInFirstWeek = min(max(given.minimumDaysInFirstWeek, 1), 7)
        return calendar
    }

    /// The next date from which on the components match, after at most 11,000 days or other units, and 100 years; nil if there is none.
    ///
    /// Foundation's `nextDate` does not end for some components, such as a sixth Monday of a month.
    private static func match(_ wanted: DateComponents, _ date: Date) -> Date? {
        let calendar = calendar(of: wanted)
        let units: [Calendar.Component] = [
            .era, .year, .yearForWeekOfYear, .quarter, .month, .weekOfYear, .weekOfMonth, .day, .dayOfYear, .weekday,
            .weekdayOrdinal, .hour, .minute, .second,
        ].filter { wanted.value(for: $0) != nil }
        guard var unit = units.last else { return nil }
        var next = date
        for _ in 0..<11_000 {
            guard let end = calendar.dateInterval(of: unit, for: next)?.end, end > next, end < date + 100 * 366 * 86_400
            else { return nil }
            next = end
            let found = calendar.dateComponents(Set(units), from: next)
            guard let wrong = units.first(where: { found.value(for: $0) != wanted.value(for: $0) }) else { return next }
            // The first week of a month begins within a week.
            unit = wrong == .weekOfMonth ? .day : wrong
        }
        return nil
    }
}
