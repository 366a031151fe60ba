public import KeyManagement
public import PushOpener
public import PushPayload
public import PushSealer
public import SealedEnvelope

/// What a provider half is to seal with.
public struct SealingTask: Sendable {
    /// The suite.
    public var suite: SealingSuite
    /// The keyring of the device; its primary key is sealed to.
    public var device: Keyring
    /// The provider's keyring; its primary key authenticates suite 1.
    public var provider: Keyring?
    /// The shared keyring; its primary key seals suite 3.
    public var shared: Keyring?
    /// The app's bundle id.
    public var topic: String
    /// What names the receiving account or installation.
    public var audience: String
    /// The alert in the clear.
    public var placeholder: Placeholder
    /// Everything else; suite, padding and push type are set.
    public var options: SealOptions
    /// The provider's time in UNIX seconds.
    public var now: UInt32
}

/// What a device half is to open with.
public struct OpeningTask: Sendable {
    /// The device's keyring.
    public var device: Keyring?
    /// The pinned provider's keyring.
    public var provider: Keyring?
    /// The shared keyring.
    public var shared: Keyring?
    /// The app's bundle id.
    public var topic: String
    /// What names the receiving account or installation.
    public var audience: String
    /// The push type, to which the envelope is bound.
    public var pushType: PushType
    /// The name of the member that holds the envelope.
    public var envelopeKey: String
    /// The device's time in UNIX seconds.
    public var now: UInt32
    /// How far the clocks may differ, in seconds.
    public var clockSkew: UInt32
    /// What was opened before; nil not to ask.
    public var replayStore: (any ReplayStore)?
    /// The id of the notification request.
    public var request: String?
}

/// What an ``Opener`` or a service extension is made with.
extension OpeningTask {
    /// The keys to open with.
    ///
    /// - Throws: ``KeyError`` with `wrongRole` or `wrongHalf` for a keyring in another's place.
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

    /// A clock that stands at ``now``.
    public var clock: WallClock { .fixed(now) }
}
