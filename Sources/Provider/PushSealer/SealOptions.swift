public import PushPayload
public import SealedEnvelope

/// The options of a push; each has a safe default.
public struct SealOptions: Sendable, Hashable {
    /// The members that travel in the clear as well as in the seal; a path that leads nowhere is ignored.
    ///
    /// A device never delivers the copy in the clear. It is for the system, and for devices that cannot open the push.
    public var visible: [PayloadPath]
    /// The time in which the device may open the push, in whole seconds up to 30 days, also sent as `apns-expiration`.
    ///
    /// Nil means 7 days, or the lifetime with which the device was enrolled, which is also the longest one to it.
    public var expiresIn: Duration?
    /// A number that counts up for each pair of provider key and device key, so that a device can count missed pushes.
    public var sequence: UInt64?
    /// The padding that hides the length of the content.
    public var padding: Padding
    /// The name of the member that holds the envelope: 1 to 64 of `A-Z a-z 0-9 _ - .`, not `aps`.
    public var envelopeKey: String
    /// The push type; nil to derive it from the content.
    public var pushType: PushType?
    /// The suite; nil for the one that the keys determine.
    public var suite: SealingSuite?
    /// The priority, `apns-priority`; nil for the push type's default.
    public var priority: Priority?
    /// The id of the notification that this one replaces, `apns-collapse-id`: 1 to 64 bytes of UTF-8, in the clear.
    ///
    /// The system takes it for the notification request's id, under which a device opens one envelope repeatedly.
    public var collapseID: String?
    /// The id of the push, `apns-id`, a canonical lower-case UUID; nil lets APNs make one.
    public var id: String?
    /// Whether a Live Activity push goes to a broadcast channel, with `BroadcastHeaders` and a limit of 5,120 bytes.
    public var isBroadcast: Bool

    /// The paths whose sealed texts may stand in the clear as well; each includes the members below it.
    ///
    /// Without it, a push whose visible part, collapse id or id repeats a sealed text is refused.
    public var allowedInClear: [PayloadPath]
    /// The changes that may be made to a payload that is too large, in this order; by default it is refused.
    public var overflow: [OverflowStep]

    /// Creates options that differ from the default in what is named.
    public init(
        visible: [PayloadPath] = [], expiresIn: Duration? = nil, sequence: UInt64? = nil,
        padding: Padding = .standard,
        envelopeKey: String = "sealed", pushType: PushType? = nil, suite: SealingSuite? = nil,
        priority: Priority? = nil, collapseID: String? = nil, id: String? = nil, isBroadcast: Bool = false,
        allowedInClear: [PayloadPath] = [], overflow: [OverflowStep] = []
    ) {
        self.visible = visible
        self.expiresIn = expiresIn
        self.sequence = sequence
        self.padding = padding
        self.envelopeKey = envelopeKey
        self.pushType = pushType
        self.suite = suite
        self.priority = priority
        self.collapseID = collapseID
        self.id = id
        self.isBroadcast = isBroadcast
        self.allowedInClear = allowedInClear
        self.overflow = overflow
    }
}

extension SealOptions {
    /// Returns the push type of the options, or the one that the payload tells.
    func checkedPushType(for payload: Payload) throws(SealError) -> PushType {
        guard let pushType = pushType ?? PushType.derived(from: payload) else {
            throw SealError(.unknownPushType, "the payload does not determine the push type; name it")
        }
        guard !isBroadcast || pushType == .liveactivity else {
            throw SealError(.invalidHeaders, "a broadcast has push type liveactivity, found \(pushType.rawValue)")
        }
        return pushType
    }

    /// Checks the options that do not depend on the payload.
    func check() throws(SealError) {
        guard EnvelopeName.isValid(envelopeKey) else {
            throw SealError(
                .invalidEnvelopeKey, "expected 1 to 64 of A-Z a-z 0-9 _ - . as the envelope's name, and not aps")
        }
        try padding.check()
        for step in overflow { try step.check() }
    }

    func headers(topic: String, pushType: PushType, expiration: UInt32?) throws(SealError) -> PushHeaders {
        do throws(PayloadError) {
            return try PushHeaders(
                topic: topic.isEmpty ? nil : topic, pushType: pushType, priority: priority, expiration: expiration,
                collapseID: collapseID, id: id)
        } catch {
            throw SealError(.invalidHeaders, error.reason)
        }
    }
}

extension Padding {
    /// Refuses a block that is not 1 to 4096 bytes.
    func check() throws(SealError) {
        if case .block(let size) = self, !Self.blockSizes.contains(size) {
            throw SealError(.invalidPadding, "expected a padding block of 1 to 4096 bytes, found \(size)")
        }
    }
}
