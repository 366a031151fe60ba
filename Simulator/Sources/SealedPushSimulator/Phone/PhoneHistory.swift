import ExtensionHost
import LocalAPNs
import PushPayload
import UserNotifications

/// The pushes to a phone, and the rules for its lock screen and badge.
///
/// Each change increments the revision, so that a page can request the entries that changed after a revision.
struct PhoneHistory: Sendable {
    /// The maximum number of entries; the oldest are removed first.
    static let capacity = 2_000

    private(set) var entries: [Int: PhoneEntry] = [:]
    /// The number of changes.
    private(set) var revision = 0
    /// The number on the app's icon.
    private(set) var badge = 0
    /// The numbers of the delivered pushes, in the order of delivery.
    private(set) var deliveries: [Int] = []
    /// The key reports that the app has sent.
    private(set) var reports: [SentReport] = []
    /// The number of the newest push that has set the badge.
    private var badgePushNumber = 0

    /// The number of the oldest entry; 0 if there is none.
    var oldest: Int { entries.keys.min() ?? 0 }

    /// The number of notifications on the lock screen.
    var notificationCount: Int { entries.values.count { $0.isOnLockScreen } }

    /// The lock screen.
    var lockScreen: LockScreen { LockScreen(entries.values, badge: badge) }

    /// Returns the entries that changed after a revision, in the order of acceptance.
    func entries(since old: Int) -> [PhoneEntry] {
        entries.values.filter { $0.revision > old }.sorted { $0.number < $1.number }
    }

    /// Returns a delivery by its number, from 1; nil if there is none yet, or if its entry was removed.
    func delivery(_ number: Int) -> Delivery? {
        guard deliveries.indices.contains(number - 1) else { return nil }
        return entries[deliveries[number - 1]]?.delivery
    }

    /// Records the status of a push at the service.
    mutating func note(_ push: AcceptedPush, _ status: PushStatus) {
        change(push.number, or: PhoneEntry(push: push, status: status)) { $0.status = status }
        if entries.count > Self.capacity, let oldest = entries.keys.min() { entries[oldest] = nil }
    }

    /// Records the delivery of a push.
    ///
    /// Pushes are processed concurrently, so an earlier one may complete after a later one. It replaces neither the later
    /// one's notification nor its badge.
    mutating func settle(_ push: AcceptedPush, as delivery: Delivery) {
        deliveries.append(push.number)
        let isAlert = push.pushType == .alert
        if isAlert, push.number > badgePushNumber, let number = delivery.content.badge {
            badge = number.intValue
            badgePushNumber = push.number
        }
        let isShown = isAlert && delivery.showsAlert && replaceCollapsed(by: push)
        change(push.number) { entry in
            entry.delivery = delivery
            entry.isOnLockScreen = isShown
        }
    }

    /// Records a key report that the app has sent.
    mutating func note(_ report: SentReport) {
        reports.append(report)
        guard let entry = entries.values.first(where: { $0.push.id == report.push }) else { return }
        change(entry.number) { $0.reports.append(report) }
    }

    /// Removes all notifications from the lock screen and clears the badge.
    mutating func clear() {
        badge = 0
        for entry in entries.values where entry.isOnLockScreen {
            change(entry.number) { $0.isOnLockScreen = false }
        }
    }

    /// Removes earlier pushes with the same collapse id from the lock screen; returns false if it shows a later one.
    private mutating func replaceCollapsed(by push: AcceptedPush) -> Bool {
        guard let id = push.collapseID else { return true }
        let others = entries.values.filter { $0.isOnLockScreen && $0.push.collapseID == id }
        for other in others where other.number < push.number {
            change(other.number) { $0.isOnLockScreen = false }
        }
        return !others.contains { $0.number > push.number }
    }

    private mutating func change(
        _ number: Int,
        or new: PhoneEntry? = nil,
        _ body: (inout PhoneEntry) -> Void
    ) {
        guard var entry = entries[number] ?? new else { return }
        body(&entry)
        revision += 1
        entry.revision = revision
        entries[number] = entry
    }
}
