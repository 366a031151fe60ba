public import ExtensionHost
public import LocalAPNs

/// An accepted push to a phone, with its status and its delivery.
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

    /// The reason why the system drops a push that has arrived.
    public enum Discard: String, Sendable {
        /// The body is not a JSON object.
        case malformed
        /// The app was removed while the push was on its way.
        case noApp
    }

    /// The push's number among the requests to this phone, accepted and refused, from 1.
    public let number: Int
    /// The push as the service accepted it.
    public let push: AcceptedPush
    /// The status of the push at the service.
    public internal(set) var status: PushStatus
    /// The reason why the system dropped the push; nil if it did not.
    public internal(set) var discard: Discard?
    /// The delivery; nil while the extension runs, for a Live Activity, and if the push has not arrived or was dropped.
    public internal(set) var delivery: Delivery? {
        didSet { summary = delivery.map(DeliverySummary.init) }
    }
    /// The part of the delivery that lists show.
    private(set) var summary: DeliverySummary?
    /// Whether the lock screen shows the push.
    public internal(set) var isOnLockScreen = false
    /// The reason why the lock screen no longer shows the push; nil if it does, or never did.
    public internal(set) var removal: Removal?
    /// The effect of a Live Activity's push; nil for another push, and if the push has not arrived.
    public internal(set) var activity: ActivityUpdate?
    /// The key reports about the push that the app has sent to its server.
    public internal(set) var reports: [SentReport] = []

    /// The revision of the history in which the entry last changed.
    var revision = 0

    init(number: Int, push: AcceptedPush, status: PushStatus) {
        self.number = number
        self.push = push
        self.status = status
    }

    /// The time from the call of the extension to its answer; nil if it was not called or did not answer.
    public var extensionTime: Duration? {
        guard let timings = delivery?.timings, let called = timings.called, let answered = timings.answered else {
            return nil
        }
        return answered - called
    }
}

/// A push to a phone that the push service refused.
public struct PhoneRefusal: Sendable {
    /// The push's number among the requests to this phone, accepted and refused, from 1.
    public let number: Int
    /// The refusal: status, reason and `apns-id`.
    public let push: RefusedPush

    /// The revision of the history in which it was recorded.
    let revision: Int
}

extension AcceptedPush {
    /// The identifier of the push's notification request: its collapse id, or its `apns-id`.
    var notificationIdentifier: String { collapseID ?? id }
}
