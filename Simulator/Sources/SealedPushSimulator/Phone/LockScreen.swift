import ExtensionHost
import UserNotifications

/// The content of a phone's lock screen.
public struct LockScreen: Sendable {
    /// The notifications of one thread; the screen collapses them under the newest.
    public struct Group: Sendable {
        /// The thread identifier; empty for the group of notifications without one.
        public let thread: String
        /// The notifications, newest first; never empty.
        public let notifications: [PhoneEntry]
    }

    /// The groups, ordered by their newest notification, newest first.
    public let groups: [Group]
    /// The number on the app's icon; 0 shows none.
    public let badge: Int

    init(_ entries: some Sequence<PhoneEntry>, badge: Int) {
        self.badge = badge
        let newestFirst = entries.filter(\.isOnLockScreen).sorted { $0.number > $1.number }
        let byThread = Dictionary(grouping: newestFirst) { $0.delivery?.content.threadIdentifier ?? "" }
        groups = byThread.map { Group(thread: $0, notifications: $1) }.sorted { one, other in
            (one.notifications.first?.number ?? 0) > (other.notifications.first?.number ?? 0)
        }
    }

    /// The number of notifications.
    public var count: Int { groups.reduce(0) { $0 + $1.notifications.count } }
}
