import ExtensionHost
import UserNotifications

/// What a phone's lock screen shows.
public struct LockScreen: Sendable {
    /// The notifications of one thread, which the screen collapses under the newest.
    public struct Group: Sendable {
        /// The thread identifier; notifications without one are a group of their own.
        public let thread: String
        /// The notifications, the newest first; never empty.
        public let notifications: [PhoneEntry]
    }

    /// The groups, the one with the newest notification first.
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

    /// How many notifications there are.
    public var count: Int { groups.reduce(0) { $0 + $1.notifications.count } }
}
