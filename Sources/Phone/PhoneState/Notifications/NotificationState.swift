import Foundation
import StrictJSON

/// The notifications of a phone's app.
///
/// Pending ones are delivered when a request finds that they are due.
struct NotificationState {
    /// The maximum number of pending notifications (Apple, "UILocalNotification").
    static let pendingLimit = 64

    /// The maximum number of delivered notifications, so that a phone that gets many pushes stays small.
    ///
    /// Apple documents no number.
    static let deliveredLimit = 1000

    /// The maximum size of the delivered ones, of the pending ones, and of the categories, in bytes.
    ///
    /// An extension cannot fill its host's memory with them, and a list of them fits in a message to its process.
    static let byteLimit = 4 << 20

    private var delivered: [NotificationRecord] = []
    /// Sorted by date.
    private var pending: [NotificationRecord] = []
    private var badge = 0
    private var categories = Data()
    private var authorization: NotificationAuthorization
    private var removals = LateRemovals()

    /// The date of the phone's clock.
    private let clock: @Sendable () -> Date
    /// The time by which the phone is ahead of its clock.
    private var advanced: TimeInterval = 0
    private var changes: [NotificationChange] = []

    private var now: Date { clock() + advanced }

    init(authorization: NotificationAuthorization = .authorized, clock: @escaping @Sendable () -> Date = { Date() }) {
        self.clock = clock
        self.authorization = authorization
    }

    /// The changes since they were last taken, in their order.
    mutating func takeChanges() -> [NotificationChange] {
        defer { changes = [] }
        return changes
    }

    mutating func answer(_ request: NotificationCenterRequest) -> PhoneReply {
        deliverDue()
        switch request {
        case .show(let record):
            guard record.byteCount <= Self.byteLimit else { return .tooLarge }
            if authorization.isAllowed { show(record, at: now, isPush: true) }
        case .add(let record): return add(record)
        case .delivered:
            removeAll(removals.takeAll())
            return .notifications(delivered)
        case .pending: return .notifications(pending)
        case .removeDelivered(let identifiers): removeDelivered(identifiers)
        case .removeLate(let identifiers, let delay): removals.append(identifiers, at: now + delay)
        case .pushBegan: removals.pushBegan()
        case .pushSettled: removals.pushSettled()
        case .removePending(let identifiers): Self.remove(identifiers, from: &pending)
        case .badge: return .badge(badge)
        case .setBadge(let number): setBadge(number)
        case .categories: return .categories(categories)
        case .setCategories(let categories):
            guard categories.count <= Self.byteLimit else { return .tooLarge }
            self.categories = categories
        case .authorization: return .authorization(authorization)
        case .setAuthorization(let authorization): self.authorization = authorization
        case .ask(let provisional):
            if authorization == .notDetermined { authorization = provisional ? .provisional : .authorized }
            return .authorization(authorization)
        case .now: return .date(now)
        case .advance(let interval):
            advanced += interval
            deliverDue()
        }
        return .done
    }

    private mutating func add(_ record: NotificationRecord) -> PhoneReply {
        guard authorization.isAllowed else { return .notAllowed }
        guard record.byteCount <= Self.byteLimit else { return .tooLarge }
        guard let trigger = record.trigger, trigger != .push else {
            Self.remove([record.identifier], from: &pending)
            show(record, at: now)
            return .done
        }
        guard trigger.isValid, let date = trigger.next(after: now) else { return .noDate }
        Self.remove([record.identifier], from: &pending)
        insert(record, at: date)
        return .done
    }

    /// Inserts a pending notification; the system keeps the soonest ones.
    private mutating func insert(_ record: NotificationRecord, at date: Date) {
        var record = record
        record.date = date
        pending.insert(record, at: pending.firstIndex { $0.date > date } ?? pending.count)
        pending.removeLast(max(0, pending.count - Self.pendingLimit))
        while pending.byteCount > Self.byteLimit { pending.removeLast() }
    }

    /// Sets the badge of a notification, and lists it in place of one with its identifier if it has an alert.
    private mutating func show(_ record: NotificationRecord, at date: Date, isPush: Bool = false) {
        if let number = record.badge { setBadge(number) }
        guard record.hasAlert else { return }
        Self.remove([record.identifier], from: &delivered)
        var record = record
        record.date = date
        delivered.append(record)
        changes.append(
            .shown(.init(identifier: record.identifier, date: date, isPush: isPush, record: record)))
        while delivered.count > Self.deliveredLimit || delivered.byteCount > Self.byteLimit {
            changes.append(.dropped(identifier: delivered.removeFirst().identifier))
        }
    }

    private mutating func setBadge(_ number: Int) {
        badge = number
        changes.append(.badge(number))
    }

    private mutating func deliverDue() {
        let now = now
        removeAll(removals.takeDue(at: now))
        while let record = pending.first, record.date <= now {
            pending.removeFirst()
            let repeats = record.trigger?.repeats == true
            let date = repeats ? record.trigger?.last(from: record.date, until: now) ?? record.date : record.date
            if authorization.isAllowed { show(record, at: date) }
            guard repeats, let next = record.trigger?.next(after: date), next > now else { continue }
            insert(record, at: next)
        }
    }

    private mutating func removeAll(_ late: [[String]?]) {
        for identifiers in late { removeDelivered(identifiers) }
    }

    private mutating func removeDelivered(_ identifiers: [String]?) {
        changes += Self.remove(identifiers, from: &delivered).map { .removed(identifier: $0.identifier) }
    }

    /// Removes the records with some identifiers, or all, and returns them.
    @discardableResult
    private static func remove(
        _ identifiers: [String]?, from records: inout [NotificationRecord]
    ) -> [NotificationRecord] {
        // A set, so that the cost of a test does not depend on the number of identifiers.
        let identifiers = identifiers.map { Set($0.map { UTF8Text($0) }) }
        var removed: [NotificationRecord] = []
        records.removeAll { record in
            guard identifiers?.contains(UTF8Text(record.identifier)) != false else { return false }
            removed.append(record)
            return true
        }
        return removed
    }
}
