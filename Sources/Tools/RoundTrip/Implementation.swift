import KeyManagement
public import Platform
public import PushOpener
import PushPayload
public import PushSealer
import SealedEnvelope
public import StrictJSON

#if canImport(ExtensionHost)
public import ExtensionHost
public import UserNotifications
#endif

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

    /// Seals a payload, or throws `SealError`.
    public var seal: @Sendable (Payload, SealingInput) async throws -> Sealed
    /// Opens a body and returns the delivered payload, or throws `Refusal`.
    public var open: @Sendable ([UInt8], OpeningInput) async throws -> Payload
    /// Seals a content for a purpose into an envelope on its own, and returns its text, or throws `SealError`.
    public var sealEnvelope: @Sendable (_ content: JSONObject, _ purpose: String, SealingInput) async throws -> String
    /// Opens the text of an envelope on its own and returns its content, or throws `Refusal`.
    public var openEnvelope: @Sendable (_ envelope: String, _ purpose: String, OpeningInput) async throws -> JSONObject
    #if canImport(ExtensionHost)
    /// Passes a body to the service extension, and returns what the screen shows; on Linux only.
    public var deliver: @Sendable ([UInt8], OpeningInput) async throws -> Delivery = host { ToolkitService($0) }
    #endif
    /// Seals a text that need not be that of a payload, in a program; nil for this package's sealer, which takes payloads only.
    package var sealText: (@Sendable (String, SealingInput) async throws -> Sealed)?
    /// The suites that the halves implement.
    package var sealedSuites = SealingSuite.allCases, openedSuites = SealingSuite.allCases
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
    /// The provider's time.
    public var now: Date

    package init(
        keys: RoundTripKeys, topic: String, audience: String, placeholder: Placeholder, options: SealOptions, now: Date
    ) {
        (self.keys, self.topic, self.audience) = (keys, topic, audience)
        (self.placeholder, self.options, self.now) = (placeholder, options, now)
    }
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
    /// The device's policy, with the name of the member that holds the envelope.
    public var policy: Opener.Policy
    /// The device's time.
    public var now: Date
    /// The store of opened envelopes; nil disables replay detection.
    public var replayStore: (any ReplayStore)?
    /// The id of the notification request.
    public var request: String?

    package init(
        keys: RoundTripKeys, topic: String, audience: String, pushType: PushType, policy: Opener.Policy, now: Date,
        replayStore: (any ReplayStore)? = nil, request: String? = nil
    ) {
        (self.keys, self.topic, self.audience, self.pushType) = (keys, topic, audience, pushType)
        (self.policy, self.now, self.replayStore, self.request) = (policy, now, replayStore, request)
    }

    /// The keys for an `Opener` or a service extension.
    ///
    /// - Throws: `KeyError` with `wrongRole` or `wrongHalf` if a keyring has another role or half.
    public var openingKeys: OpeningKeys {
        get throws { try OpeningKeys(device: keys.device, provider: keys.provider, shared: keys.shared) }
    }
}

extension Implementation {
    /// This package's `Sealer` and `Opener`, and on Linux its `SealedNotificationService`.
    public static let toolkit = Implementation(
        seal: { payload, input in
            let (options, sealer) = (input.options, try input.sealer)
            let push =
                if let key = try input.sharedKey {
                    try sealer.seal(payload, with: key, placeholder: input.placeholder, options: options)
                } else {
                    try sealer.seal(payload, to: input.device, placeholder: input.placeholder, options: options)
                }
            return Sealed(body: push.body, headerFields: push.headers.fields.map(\.value), bytesLeft: push.bytesLeft)
        },
        open: { body, input in
            try input.opener.open(body, pushType: input.pushType, request: input.request).payload
        },
        sealEnvelope: { content, purpose, input in
            let (purpose, sealer) = (Purpose(rawValue: purpose), try input.sealer)
            let options = EnvelopeOptions(
                expiresIn: input.options.expiresIn, sequence: input.options.sequence, padding: input.options.padding,
                suite: input.options.suite)
            return if let key = try input.sharedKey {
                try sealer.sealEnvelope(of: content, with: key, purpose: purpose, options: options)
            } else {
                try sealer.sealEnvelope(of: content, to: input.device, purpose: purpose, options: options)
            }
        },
        openEnvelope: { envelope, purpose, input in
            let purpose = Purpose(rawValue: purpose)
            return try input.opener.open(envelope: envelope, purpose: purpose, request: input.request).content
        })

    #if canImport(ExtensionHost)
    /// Returns this package's halves with your own service extension, which opens with the values of the input.
    ///
    /// A subclass of `SealedNotificationService` overrides `keys()`, `topic`, `audience`, `policy`, `clock` and `replayStore`.
    public static func toolkit(
        extension make: @escaping @Sendable (OpeningInput) -> UNNotificationServiceExtension
    ) -> Implementation {
        var implementation = toolkit
        implementation.deliver = host(make)
        return implementation
    }

    private static func host(
        _ make: @escaping @Sendable (OpeningInput) -> UNNotificationServiceExtension
    ) -> @Sendable ([UInt8], OpeningInput) async throws -> Delivery {
        { body, input in
            await ExtensionHost { make(input) }.deliver(try Payload(parsing: body), identifier: input.request)
        }
    }
    #endif
}

extension SealingInput {
    fileprivate var sealer: Sealer {
        get throws {
            let clock = WallClock.fixed(now)
            guard options.suite?.authenticatesSender == true, let provider = keys.provider else {
                return try Sealer(topic: topic, audience: audience, clock: clock)
            }
            return try Sealer(from: provider, topic: topic, audience: audience, clock: clock)
        }
    }

    /// The key of suite 3; nil for another suite.
    fileprivate var sharedKey: SharedKey? {
        get throws { options.suite == .shared ? try keys.shared?.primary.sharedKey : nil }
    }

    fileprivate var device: DevicePublicKey {
        get throws {
            guard let device = try keys.device?.primary.devicePublicKey else {
                throw KeyError(.noActiveKey, "expected a device key to seal to")
            }
            return device
        }
    }
}

extension OpeningInput {
    fileprivate var opener: Opener {
        get throws {
            try Opener(
                keys: openingKeys, topic: topic, audience: audience, policy: policy, clock: .fixed(now),
                replayStore: replayStore)
        }
    }
}

#if canImport(ExtensionHost)
/// An extension that opens with the values of an input.
private final class ToolkitService: SealedNotificationService {
    private let input: OpeningInput

    init(_ input: OpeningInput) {
        self.input = input
        super.init()
    }

    override func keys() throws -> OpeningKeys { try input.openingKeys }
    override var topic: String { input.topic }
    override var audience: String { input.audience }
    override var policy: Opener.Policy { input.policy }
    override var clock: WallClock { .fixed(input.now) }
    override var replayStore: (any ReplayStore)? { input.replayStore }
}
#endif
