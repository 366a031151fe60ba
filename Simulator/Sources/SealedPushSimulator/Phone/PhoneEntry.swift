public import ExtensionHost
public import LocalAPNs

/// A push on its way to a phone, with everything that is known of it.
public struct PhoneEntry: Sendable {
    /// The push as Apple saw it.
    public let push: AcceptedPush
    /// What became of it at Apple's.
    public internal(set) var fate: PushFate
    /// What the phone made of it; nil while the extension runs, and if it never arrived.
    public internal(set) var delivery: Delivery?
    /// Whether it is on the lock screen: it shows an alert, and no later push with its collapse id has taken its place.
    public internal(set) var isOnLockScreen = false

    /// When it last changed, in the phone's own count.
    var revision = 0

    /// The push's number in the order of acceptance.
    public var number: Int { push.number }

    /// How long the extension took from the call to its answer; nil if it was not called or did not answer.
    public var extensionTime: Duration? {
        guard let timings = delivery?.timings, let called = timings.called, let answered = timings.answered else {
            return nil
        }
        return answered - called
    }
}
