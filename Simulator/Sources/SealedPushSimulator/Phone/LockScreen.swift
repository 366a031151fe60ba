import ExtensionHost
public import Foundation
import PhoneState
public import UserNotifications

/// The content of a phone's lock screen: the notifications that the phone lists as delivered.
public struct LockScreen: Sendable {
    /// The notifications of one thread; the screen collapses them under the newest.
    public struct Group: Sendable {
        /// The thread identifier; empty for the group of notifications without one.
        public let thread: String
        /// The notifications, newest first; never empty.
        public let notifications: [ShownNotification]
    }

    /// The groups, ordered by their newest notification, newest first.
    public let groups: [Group]
    /// The number on the app's icon; 0 shows none.
    public let badge: Int

    init(_ notifications: some Sequence<ShownNotification>, badge: Int) {
        self.badge = badge
        let newestFirst = notifications.sorted { $0.isNewer(than: $1) }
        let threads = Dictionary(grouping: newestFirst) { Array($0.content.threadIdentifier.utf8) }
        groups = threads.values.sorted { $0[0].isNewer(than: $1[0]) }.map {
            Group(thread: $0[0].content.threadIdentifier, notifications: $0)
        }
    }

    /// The number of notifications.
    public var count: Int { groups.reduce(0) { $0 + $1.notifications.count } }
}

/// A notification on a phone's lock screen: a push, or one that the app or its extension added.
public struct ShownNotification: Sendable {
    private enum Source {
        case push(PhoneEntry)
        case local(NotificationChange.Shown)
    }

    private let source: Source
    /// The identifier of the notification's request: the collapse id or the `apns-id` of a push.
    public let identifier: String
    /// The date of its delivery; of a push, when the push service accepted it.
    public let date: Date

    init(_ shown: NotificationChange.Shown) {
        source = .local(shown)
        identifier = shown.identifier
        date = shown.date
    }

    init(_ entry: PhoneEntry) {
        source = .push(entry)
        identifier = entry.push.notificationIdentifier
        date = Date(timeIntervalSince1970: Double(entry.push.acceptedAt) / 1000)
    }

    /// The push; nil for a notification that the app or its extension added.
    public var push: PhoneEntry? {
        if case .push(let entry) = source { entry } else { nil }
    }

    /// The content that is shown.
    public var content: UNNotificationContent {
        switch source {
        case .push(let entry): entry.delivery?.content ?? UNNotificationContent()
        case .local(let shown): shown.notification.request.content
        }
    }

    /// The message of a communication notification; nil for another one.
    public var message: Communication? { content.communication }

    fileprivate func isNewer(than other: ShownNotification) -> Bool {
        (date, push?.number ?? 0) > (other.date, other.push?.number ?? 0)
    }
}
