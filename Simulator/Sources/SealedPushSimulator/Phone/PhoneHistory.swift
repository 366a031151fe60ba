import ExtensionHost
import LocalAPNs
import PhoneState
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

    private(set) var entries: [Int: PhoneEntry] = [:]
    /// The number of changes.
    private(set) var revision = 0
    /// The number on the app's icon.
    private(set) var badge = 0
    /// The numbers of the delivered pushes, in the order of delivery.
    private(set) var deliveries: [Int] = []
    /// The key reports that the app has sent.
    private(set) var reports: [SentReport] = []
    /// The phone's notifications by identifier.
    private var listed: [NotificationIdentifier: Listed] = [:]
    /// The numbers of the pushes that the extension processes.
    private var running: Set<Int> = []
    /// The revision in which the notifications that the extension added last changed.
    private var localsRevision = 0

    /// The number of the oldest entry; 0 if there is none.
    var oldest: Int { entries.keys.min() ?? 0 }

    /// The number of notifications on the lock screen.
    var notificationCount: Int { listed.count }

    /// The lock screen.
    var lockScreen: LockScreen {
        let notifications = listed.values.compactMap { listed -> ShownNotification? in
            switch listed {
            case .arriving: nil
            case .local(let shown, _): ShownNotification(shown)
            case .push(let number):
                entries[number].map { ShownNotification($0) }
            }
        }
        return LockScreen(notifications, badge: badge)
    }

    /// Returns the entries that changed after a revision, in the order of acceptance.
    func entries(since old: Int) -> [PhoneEntry] {
        entries.values.filter { $0.revision > old }.sorted { $0.number < $1.number }
    }

    /// Returns the notifications that the app or its extension added, as JSON for the page; nil if they did not change after a
    /// revision.
    func locals(since old: Int) -> [JSONObject]? {
        guard localsRevision > old else { return nil }
        return listed.values.compactMap { if case .local(_, let json) = $0 { json } else { nil } }
    }

    /// Returns a delivery by its number, from 1; nil if there is none yet, or if its entry was removed.
    func delivery(_ number: Int) -> Delivery? {
        guard deliveries.indices.contains(number - 1) else { return nil }
        return entries[deliveries[number - 1]]?.delivery
    }

    // MARK: - Pushes

    /// Records the status of a push at the service.
    mutating func note(_ push: AcceptedPush, _ status: PushStatus) {
        change(push.number, or: PhoneEntry(push: push, status: status)) { $0.status = status }
        if entries.count > Self.capacity, let oldest = entries.keys.min() { entries[oldest] = nil }
    }

    /// Records that the phone processes a push.
    mutating func begin(_ push: AcceptedPush) { running.insert(push.number) }

    /// Records the delivery of a push, after the phone has listed its notification.
    ///
    /// Of the pushes with one identifier a phone processes one at a time.
    mutating func settle(_ push: AcceptedPush, as delivery: Delivery) {
        running.remove(push.number)
        deliveries.append(push.number)
        let identifier = NotificationIdentifier(push.notificationIdentifier)
        var isShown = false
        if case .arriving = listed[identifier] {
            isShown = true
            listed[identifier] = .push(push.number)
        }
        change(push.number) { entry in
            entry.delivery = delivery
            entry.isOnLockScreen = isShown
        }
    }

    /// Records a key report that the app has sent.
    mutating func note(_ report: SentReport) {
        reports.append(report)
        let about = entries.values.filter { $0.push.notificationIdentifier.utf8.elementsEqual(report.push.utf8) }
        guard let entry = about.max(by: { $0.number < $1.number }) else { return }
        change(entry.number) { $0.reports.append(report) }
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
            if shown.isPush {
                listed[NotificationIdentifier(shown.identifier)] = .arriving
            } else {
                listed[NotificationIdentifier(shown.identifier)] = .local(shown, json: shown.json)
                localsRevision = nextRevision()
            }
        case .removed(let identifier): take(identifier, .removed(during: running.sorted()))
        case .dropped(let identifier): take(identifier, .dropped)
        case .badge(let number):
            badge = number
            _ = nextRevision()
        }
    }

    /// Records that the user removes all notifications, before the phone does.
    mutating func clear() {
        for identifier in listed.keys { take(identifier.text, .cleared) }
    }

    private func isPush(_ number: Int, _ identifier: String) -> Bool {
        entries[number]?.push.notificationIdentifier.utf8.elementsEqual(identifier.utf8) == true
    }

    /// Takes a notification from the list.
    private mutating func take(_ identifier: String, _ removal: PhoneEntry.Removal) {
        switch listed.removeValue(forKey: NotificationIdentifier(identifier)) {
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

    private mutating func change(
        _ number: Int,
        or new: PhoneEntry? = nil,
        _ body: (inout PhoneEntry) -> Void
    ) {
        guard var entry = entries[number] ?? new else { return }
        body(&entry)
        entry.revision = nextRevision()
        entries[number] = entry
    }
}

/// The identifier of a notification, compared as bytes.
private struct NotificationIdentifier: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (one: Self, other: Self) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

    func hash(into hasher: inout Hasher) { for byte in text.utf8 { hasher.combine(byte) } }
}
