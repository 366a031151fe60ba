import ExtensionHost
import LocalAPNs
import PushPayload
import UserNotifications

/// What has come to a phone, and the rules by which it is shown.
///
/// Everything that changes has a number, so that a page can ask for what it has not seen yet.
struct PhoneHistory: Sendable {
    /// How many pushes a phone remembers; the oldest are forgotten first.
    static let capacity = 2_000

    private(set) var entries: [Int: PhoneEntry] = [:]
    /// How often something has changed.
    private(set) var revision = 0
    /// The number on the app's icon.
    private(set) var badge = 0
    /// The numbers of the pushes that were shown or dealt with, in that order.
    private(set) var deliveries: [Int] = []
    /// The newest push that has set the badge.
    private var badgeSetter = 0

    /// The number of the oldest push that is remembered; 0 if there is none.
    var oldest: Int { entries.keys.min() ?? 0 }

    /// How many notifications are on the lock screen.
    var notificationCount: Int { entries.values.count { $0.isOnLockScreen } }

    /// The lock screen.
    var lockScreen: LockScreen { LockScreen(entries.values, badge: badge) }

    /// The entries that changed after a revision, in the order of acceptance.
    func entries(since old: Int) -> [PhoneEntry] {
        entries.values.filter { $0.revision > old }.sorted { $0.number < $1.number }
    }

    /// A delivery by its place in their order, from 1; nil if there is none yet, or if its push was forgotten.
    func delivery(_ number: Int) -> Delivery? {
        guard deliveries.indices.contains(number - 1) else { return nil }
        return entries[deliveries[number - 1]]?.delivery
    }

    /// Takes note of what became of a push at Apple's.
    mutating func note(_ push: AcceptedPush, _ fate: PushFate) {
        change(push.number, or: PhoneEntry(push: push, fate: fate)) { $0.fate = fate }
        if entries.count > Self.capacity, let oldest = entries.keys.min() { entries[oldest] = nil }
    }

    /// Takes note of what the phone made of a push.
    ///
    /// Pushes run side by side, so an earlier one may come after a later one; it neither takes the later one's place on the
    /// lock screen nor its badge.
    mutating func settle(_ push: AcceptedPush, as delivery: Delivery) {
        deliveries.append(push.number)
        let isAlert = push.pushType == .alert
        if isAlert, push.number > badgeSetter, let number = delivery.content.badge {
            badge = number.intValue
            badgeSetter = push.number
        }
        let isShown = isAlert && delivery.showsAlert && makesRoom(for: push)
        change(push.number) { entry in
            entry.delivery = delivery
            entry.isOnLockScreen = isShown
        }
    }

    /// Takes every notification off the lock screen and clears the badge.
    mutating func clear() {
        badge = 0
        for entry in entries.values where entry.isOnLockScreen {
            change(entry.number) { $0.isOnLockScreen = false }
        }
    }

    /// Takes the earlier pushes with the same collapse id off the lock screen; false if a later one is there.
    private mutating func makesRoom(for push: AcceptedPush) -> Bool {
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
