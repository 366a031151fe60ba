public import ExtensionHost
public import LocalAPNs

/// A push to a phone, with its status and its delivery.
public struct PhoneEntry: Sendable {
    /// The reason why a notification is no longer on the lock screen.
    public enum Removal: Sendable, Hashable {
        /// The push of this number has the same identifier and replaced it.
        case replaced(by: Int)
        /// A notification with the same identifier, which the extension added, replaced it.
        case replacedByLocal(during: [Int])
        /// The extension removed it while the pushes of these numbers were processed.
        case removed(during: [Int])
        /// The user removed it.
        case cleared
        /// It was the oldest of more notifications than a phone lists.
        case dropped
    }

    /// The push as the service accepted it.
    public let push: AcceptedPush
    /// The status of the push at the service.
    public internal(set) var status: PushStatus
    /// The delivery; nil while the extension runs, and if the push has not arrived.
    public internal(set) var delivery: Delivery?
    /// Whether the lock screen shows the push.
    public internal(set) var isOnLockScreen = false
    /// The reason why the lock screen no longer shows the push; nil if it does, or never did.
    public internal(set) var removal: Removal?

    /// The key reports about the push that the app has sent to its server.
    public internal(set) var reports: [SentReport] = []

    /// The revision of the history in which the entry last changed.
    var revision = 0

    init(push: AcceptedPush, status: PushStatus) {
        self.push = push
        self.status = status
    }

    /// The push's number in the order of acceptance.
    public var number: Int { push.number }

    /// The time from the call of the extension to its answer; nil if it was not called or did not answer.
    public var extensionTime: Duration? {
        guard let timings = delivery?.timings, let called = timings.called, let answered = timings.answered else {
            return nil
        }
        return answered - called
    }
}

extension AcceptedPush {
    /// The identifier of the push's notification request: its collapse id, or its `apns-id`.
    var notificationIdentifier: String { collapseID ?? id }
}
