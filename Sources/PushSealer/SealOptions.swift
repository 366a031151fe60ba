public import PushPayload
public import SealedEnvelope

/// What may differ from one push to the next; each has a safe default.
public struct SealOptions: Sendable, Hashable {
    /// The places of the payload that stay in the clear; a place that the payload has not is passed over.
    public var visible: [PayloadPath] = []
    /// How many seconds the device may open the push; nil for no end.
    ///
    /// Also sent as `apns-expiration`.
    public var expiresIn: UInt32?
    /// A number that counts up for each provider key and device key, so that the device can tell how many it missed.
    public var sequence: UInt64?
    /// How far the message is lengthened to hide its length.
    public var padding = Padding.standard
    /// The root key that the envelope stands under: 1 to 64 of `A-Z a-z 0-9 _ - .`.
    public var envelopeKey = "sealed"
    /// The push type; nil to derive it from the content.
    public var pushType: PushType?
    /// The suite; nil to let it follow from the keys, which is right for all but ``SealingSuite/sealedBox``.
    public var suite: SealingSuite?
    /// When to deliver, `apns-priority`; nil for the push type's own.
    public var priority: Priority?
    /// The id of the notification that this one replaces, `apns-collapse-id`: 1 to 64 bytes of UTF-8, in the clear.
    ///
    /// The system takes it for the notification request's id, under which a device opens one envelope repeatedly.
    public var collapseID: String?
    /// The id of the push, `apns-id`, a canonical lower-case UUID; nil lets APNs make one.
    public var id: String?
    /// Whether the message carries a digest of what travels in the clear, so that the device notices a change.
    public var protectsVisiblePart = true

    /// The sealed places whose texts may stand in the clear as well; each covers what is below it.
    ///
    /// Without it, a push whose visible part, collapse id or id repeats a sealed text is refused.
    public var allowedInClear: [PayloadPath] = []
    /// What may be done to a payload that is too large, in this order; by default it is refused.
    public var overflow: [OverflowStep] = []

    /// Makes the default options.
    public init() {}

    /// Makes options that differ from the default in what is named.
    public init(
        visible: [PayloadPath] = [],
        expiresIn: UInt32? = nil,
        sequence: UInt64? = nil,
        padding: Padding = .standard,
        pushType: PushType? = nil,
        suite: SealingSuite? = nil
    ) {
        self.visible = visible
        self.expiresIn = expiresIn
        self.sequence = sequence
        self.padding = padding
        self.pushType = pushType
        self.suite = suite
    }
}
