import ExtensionHost
import Foundation
import LocalAPNs
import PhoneState
import PushOpener
import PushPayload
import UserNotifications

/// The pushes to a phone, and the notifications on its lock screen.
///
/// The phone decides which notifications there are and the badge; the history follows its changes. Each change increments
/// the revision, so that a page can request the entries that changed after a revision.
struct PhoneHistory: Sendable {
    /// The maximum number of entries; the oldest are removed first.
    static let capacity = 2_000

    /// A notification in the phone's list of delivered ones.
    private enum Listed {
        /// A push whose delivery is not recorded yet.
        case arriving
        case push(Int)
        case local(NotificationChange.Shown, json: JSONObject)
    }

    /// The accepted pushes by their number.
    private(set) var entries: [Int: PhoneEntry] = [:]
    /// The refused pushes by their number.
    private(set) var refusals: [Int: PhoneRefusal] = [:]
    /// The number of the newest push; 0 if there was none.
    private(set) var newest = 0
    /// The number of the oldest push that is kept.
    private var oldestKept = 1
    /// The phone's number of an accepted push by the service's number, which counts the pushes to all phones.
    private var numbers: [Int: Int] = [:]
    /// The Live Activities on the lock screen.
    private(set) var activities = LiveActivityList()
    /// The revision in which the Live Activities last changed.
    private var activitiesRevision = 0
    /// The number of changes.
    private(set) var revision = 0
    /// The number on the app's icon.
    private(set) var badge = 0
    /// The numbers of the delivered pushes, in the order of delivery.
    private(set) var deliveries = Newest<Int>(capacity: capacity)
    /// The key reports that the app has sent.
    private(set) var reports = Newest<SentReport>(capacity: capacity)
    /// The phone's notifications by identifier.
    private var listed: [UTF8Text: Listed] = [:]
    /// The numbers of the pushes that the extension processes.
    private var running: Set<Int> = []
    /// The revision in which the notifications that the extension added last changed.
    private var localsRevision = 0

    /// The number of the oldest push that is kept; 0 if there was none.
    var oldest: Int { newest == 0 ? 0 : oldestKept }

    /// The number of notifications on the lock screen.
    var notificationCount: Int { listed.count }

    /// The lock screen.
    var lockScreen: LockScreen {
        let notifications = listed.values.compactMap { listed -> ShownNotification? in
            switch listed {
            case .arriving: nil
            case .local(let shown, _): ShownNotification(shown)
            case .push(let number): entries[number].map { ShownNotification($0) }
            }
        }
        return LockScreen(notifications, badge: badge)
    }

    /// Returns the entries that changed after a revision, in the order of acceptance.
    func entries(since old: Int) -> [PhoneEntry] {
        entries.values.filter { $0.revision > old }.sorted { $0.number < $1.number }
    }

    /// Returns the refusals after a revision, in the order of the answers.
    func refusals(since old: Int) -> [PhoneRefusal] {
        refusals.values.filter { $0.revision > old }.sorted { $0.number < $1.number }
    }

    /// Returns the Live Activities, the most relevant first; nil if they did not change after a revision.
    func activities(since old: Int) -> [LiveActivity]? { activitiesRevision > old ? activities.shown : nil }

    /// Returns the notifications that the app or its extension added, as JSON for the page; nil if they did not change after a
    /// revision.
    func locals(since old: Int) -> [JSONObject]? {
        guard localsRevision > old else { return nil }
        return listed.values.compactMap { if case .local(_, let json) = $0 { json } else { nil } }
    }

    /// Returns a delivery by its number, from 1; nil if there is none yet, or if its entry was removed.
    func delivery(_ number: Int) -> Delivery? {
        deliveries[number].flatMap { entries[$0]?.delivery }
    }

    // MARK: - Pushes

    /// Records the status of a push at the service.
    mutating func note(_ push: AcceptedPush, _ status: PushStatus) {
        let number = numbers[push.number] ?? nextNumber()
        numbers[push.number] = number
        if entries[number] == nil { entries[number] = PhoneEntry(number: number, push: push, status: status) }
        change(push) { $0.status = status }
    }

    /// Records a push that the service refused.
    mutating func note(_ push: RefusedPush) {
        let number = nextNumber()
        refusals[number] = PhoneRefusal(number: number, push: push, revision: nextRevision())
    }

    /// Returns the number of a new push, and removes the oldest one if there are too many.
    private mutating func nextNumber() -> Int {
        newest += 1
        if newest - oldestKept >= Self.capacity {
            if let removed = entries.removeValue(forKey: oldestKept) { numbers[removed.push.number] = nil }
            refusals[oldestKept] = nil
            oldestKept += 1
        }
        return newest
    }

    // MARK: - Live Activities

    /// Records a Live Activity's push that has no effect.
    mutating func ignore(
        _ push: AcceptedPush, _ content: ActivityPush, because reason: String, widget: ActivityWidget
    ) {
        let update = ActivityUpdate(
            effect: .ignored(reason),
            state: content.aps.contentState.map { widget.content(of: $0, purpose: .contentState) },
            attributes: content.aps.attributes.map { widget.content(of: $0, purpose: .attributes) })
        change(push) { $0.activity = update }
    }

    /// Starts, updates or ends Live Activities by a push without objection; `token` is that of a new activity.
    mutating func apply(
        _ push: AcceptedPush, _ content: ActivityPush, token: String?, at now: Date, widget: ActivityWidget
    ) {
        let number = numbers[push.number] ?? newest
        let update =
            content.aps.event == .start
            ? activities.start(content, number: number, token: token, widget: widget)
            : activities.apply(content, number: number, at: now, widget: widget)
        activitiesRevision = nextRevision()
        change(push) { $0.activity = update }
    }

    /// Changes the Live Activities.
    mutating func changeActivities(_ body: (inout LiveActivityList) -> Void) {
        body(&activities)
        activitiesRevision = nextRevision()
    }

    /// Marks stale activities and removes dismissed ones; returns whether any changed.
    mutating func advanceActivities(to now: Date) -> Bool {
        guard activities.advance(to: now) else { return false }
        activitiesRevision = nextRevision()
        return true
    }

    /// Records that the system drops a push that has arrived.
    mutating func discard(_ push: AcceptedPush, because reason: PhoneEntry.Discard) {
        change(push) { $0.discard = reason }
    }

    /// Records that the phone processes a push.
    mutating func begin(_ push: AcceptedPush) {
        if let number = numbers[push.number] { running.insert(number) }
    }

    /// Records the delivery of a push, after the phone has listed its notification.
    ///
    /// Of the pushes with one identifier a phone processes one at a time.
    mutating func settle(_ push: AcceptedPush, as delivery: Delivery) {
        // The number is unknown if the push was removed while it was processed.
        let number = numbers[push.number] ?? 0
        running.remove(number)
        deliveries.append(number)
        let identifier = UTF8Text(push.notificationIdentifier)
        var isShown = false
        if case .arriving = listed[identifier] {
            isShown = true
            listed[identifier] = .push(number)
        }
        change(number) { entry in
            entry.delivery = delivery
            entry.isOnLockScreen = isShown
        }
    }

    /// Records a key report that the app has sent.
    mutating func note(_ report: SentReport) {
        reports.append(report)
        guard let number = entries.keys.filter({ isPush($0, report.push) }).max() else { return }
        change(number) { $0.reports.append(report) }
    }

    // MARK: - Notifications

    /// Records a change of the phone's notifications.
    mutating func note(_ notification: NotificationChange) {
        switch notification {
        case .shown(let shown):
            let during = running.sorted()
            // One of the pushes with this identifier is processed; the older ones are settled.
            let next = shown.isPush ? during.first { isPush($0, shown.identifier) } : nil
            take(shown.identifier, next.map { .replaced(by: $0) } ?? .replacedByLocal(during: during))
            listed[UTF8Text(shown.identifier)] = shown.isPush ? .arriving : .local(shown, json: shown.json)
            if !shown.isPush { localsRevision = nextRevision() }
        case .removed(let identifier): take(identifier, .removed(during: running.sorted()))
        case .dropped(let identifier): take(identifier, .dropped)
        case .badge(let number):
            badge = number
            _ = nextRevision()
        }
    }

    /// Records that the user removes all notifications, before the phone does.
    mutating func clear() {
        for identifier in listed.keys { take(identifier.string, .cleared) }
    }

    private func isPush(_ number: Int, _ identifier: String) -> Bool {
        entries[number]?.push.notificationIdentifier.utf8.elementsEqual(identifier.utf8) == true
    }

    /// Takes a notification from the list.
    private mutating func take(_ identifier: String, _ removal: PhoneEntry.Removal) {
        switch listed.removeValue(forKey: UTF8Text(identifier)) {
        case .push(let number):
            change(number) { entry in
                entry.isOnLockScreen = false
                entry.removal = removal
            }
        case .local: localsRevision = nextRevision()
        case .arriving, nil: break
        }
    }

    private mutating func nextRevision() -> Int {
        revision += 1
        return revision
    }

    private mutating func change(_ push: AcceptedPush, _ body: (inout PhoneEntry) -> Void) {
        if let number = numbers[push.number] { change(number, body) }
    }

    private mutating func change(_ number: Int, _ body: (inout PhoneEntry) -> Void) {
        guard var entry = entries[number] else { return }
        body(&entry)
        entry.revision = nextRevision()
        entries[number] = entry
    }
}
