public import KeyManagement
public import PushOpener
public import PushPayload
public import PushSealer
public import SealedEnvelope

/// The inputs of a provider half.
public struct SealingTask: Sendable {
    /// The suite.
    public var suite: SealingSuite
    /// The keyring of the device; its primary key is the recipient.
    public var device: Keyring
    /// The provider's keyring; its primary key authenticates suite 1.
    public var provider: Keyring?
    /// The shared keyring; its primary key seals suite 3.
    public var shared: Keyring?
    /// The app's bundle id.
    public var topic: String
    /// The audience: the receiving account or installation.
    public var audience: String
    /// The alert in the clear.
    public var placeholder: Placeholder
    /// The other options; suite, padding and push type are set.
    public var options: SealOptions
    /// The provider's time in UNIX seconds.
    public var now: UInt32
}

/// The inputs of a device half.
public struct OpeningTask: Sendable {
    /// The device's keyring.
    public var device: Keyring?
    /// The pinned provider's keyring.
    public var provider: Keyring?
    /// The shared keyring.
    public var shared: Keyring?
    /// The app's bundle id.
    public var topic: String
    /// The audience: the receiving account or installation.
    public var audience: String
    /// The push type that the envelope is bound to.
    public var pushType: PushType
    /// The name of the member that holds the envelope.
    public var envelopeKey: String
    /// The device's time in UNIX seconds.
    public var now: UInt32
    /// The tolerated difference between the clocks, in seconds.
    public var clockSkew: UInt32
    /// The store of opened envelopes; nil disables replay detection.
    public var replayStore: (any ReplayStore)?
    /// The id of the notification request.
    public var request: String?
}

/// The values for creating an ``Opener`` or a service extension.
extension OpeningTask {
    /// The keys to open with.
    ///
    /// - Throws: ``KeyError`` with `wrongRole` or `wrongHalf` if a keyring has another role or half.
    public var keys: OpeningKeys {
        get throws { try OpeningKeys(device: device, provider: provider, shared: shared) }
    }

    /// The standard policy with the task's envelope key and skew.
    public var policy: Opener.Policy {
        var policy = Opener.Policy()
        policy.clockSkew = clockSkew
        policy.envelopeKey = envelopeKey
        return policy
    }

    /// A clock that always returns ``now``.
    public var clock: WallClock { .fixed(now) }
}
