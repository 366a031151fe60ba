public import ExtensionHost
public import LocalAPNs

/// A push to a phone, with its status and its delivery.
public struct PhoneEntry: Sendable {
    /// The push as the service accepted it.
    public let push: AcceptedPush
    /// The status of the push at the service.
    public internal(set) var status: PushStatus
    /// The delivery; nil while the extension runs, and if the push has not arrived.
    public internal(set) var delivery: Delivery?
    /// Whether the lock screen shows the push: it has an alert, and no later push with its collapse id replaced it.
    public internal(set) var isOnLockScreen = false

    /// The key reports about the push that the app has sent to its server.
    public internal(set) var reports: [SentReport] = []

    /// The revision of the history in which the entry last changed.
    var revision = 0

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
