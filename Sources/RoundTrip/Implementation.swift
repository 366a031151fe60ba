public import ExtensionHost
public import PushOpener
public import PushSealer

/// The implementation under test: the provider half and the device half, as functions that the harness calls.
///
/// Start with ``toolkit`` and replace a function to check your own code: a sealer that calls your provider, an opener
/// that calls your app, or your own extension (``toolkit(extension:)``).
public struct Implementation: Sendable {
    /// The result of the provider half.
    public struct Sealed: Sendable {
        /// The bytes sent to APNs.
        public var body: [UInt8]
        /// The header fields sent with the body; an intermediary can read them.
        public var headerFields: [String]
        /// The number of bytes by which the sealed content could grow.
        public var bytesLeft: Int

        /// Creates a result.
        public init(body: [UInt8], headerFields: [String], bytesLeft: Int) {
            self.body = body
            self.headerFields = headerFields
            self.bytesLeft = bytesLeft
        }
    }

    /// Seals a payload, or throws ``SealError``.
    public var seal: @Sendable (Payload, SealingInput) async throws -> Sealed
    /// Opens a body and returns the delivered payload, or throws ``Refusal``.
    public var open: @Sendable ([UInt8], OpeningInput) async throws -> Payload
    /// Passes a body to the service extension, and returns what the screen shows.
    public var deliver: @Sendable ([UInt8], OpeningInput) async throws -> Delivery
}

/// The inputs of a provider half.
public struct SealingInput: Sendable {
    /// The keys; the primary device key is the recipient, the primary provider key authenticates suite 1, and the
    /// primary shared key seals suite 3.
    public var keys: RoundTripKeys
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
public struct OpeningInput: Sendable {
    /// The keys; a provider keyring is pinned.
    public var keys: RoundTripKeys
    /// The app's bundle id.
    public var topic: String
    /// The audience: the receiving account or installation.
    public var audience: String
    /// The push type that the envelope is bound to.
    public var pushType: PushType
    /// The device's policy, with the clock skew and the name of the member that holds the envelope.
    public var policy: Opener.Policy
    /// The device's time in UNIX seconds.
    public var now: UInt32
    /// The store of opened envelopes; nil disables replay detection.
    public var replayStore: (any ReplayStore)?
    /// The id of the notification request.
    public var request: String?

    /// The keys for an ``Opener`` or a service extension.
    ///
    /// - Throws: ``KeyError`` with `wrongRole` or `wrongHalf` if a keyring has another role or half.
    public var openingKeys: OpeningKeys {
        get throws { try OpeningKeys(device: keys.device, provider: keys.provider, shared: keys.shared) }
    }
}
