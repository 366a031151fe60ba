public import KeyManagement
public import PushPayload
import SealedEnvelope
package import SodiumCrypto
import StrictJSON

/// Seals payloads for one app: a value to make once and use from everywhere.
public struct Sealer: Sendable {
    private let provider: ProviderKey?
    private let context: SealingContext
    private let clock: WallClock
    private let randomness: Randomness

    /// Makes a sealer whose pushes are authenticated by the primary key of a provider keyring.
    ///
    /// - Throws: ``KeyError`` with `wrongRole`, `wrongHalf` or `noActiveKey`; ``SealError`` with `contextTooLong`.
    public init(
        from provider: Keyring,
        topic: String,
        audience: String = "",
        clock: WallClock = .system
    ) throws {
        guard provider.role == .provider else {
            throw KeyError(
                .wrongRole, "keyring \(provider.name) holds \(provider.role.rawValue) keys, not provider keys")
        }
        guard let key = try provider.primary.providerKey else {
            throw KeyError(.wrongHalf, "keyring \(provider.name) holds only the public half, which cannot seal")
        }
        try self.init(provider: key, topic: topic, audience: audience, clock: clock)
    }

    /// Makes a sealer without a provider key: its pushes to a device prove nothing about who sealed them, those under a
    /// shared key that one of its holders did.
    ///
    /// - Throws: ``SealError`` with `contextTooLong`.
    public init(topic: String, audience: String = "", clock: WallClock = .system) throws(SealError) {
        try self.init(provider: nil, topic: topic, audience: audience, clock: clock)
    }

    /// Makes a sealer of parts; only tests of this package can script the randomness.
    package init(
        provider: ProviderKey?,
        topic: String,
        audience: String,
        clock: WallClock,
        randomness: Randomness = .system
    ) throws(SealError) {
        guard let context = SealingContext(topic: topic, audience: audience) else {
            throw SealError(.contextTooLong, "topic and audience have at most 65535 bytes of UTF-8 each")
        }
        self.provider = provider
        self.context = context
        self.clock = clock
        self.randomness = randomness
    }

    /// Seals a payload to a device: suite 1 with a provider key, suite 2 without, suite 4 when the options say so.
    ///
    /// - Throws: ``SealError``; nothing is ever sent in the clear instead.
    public func seal(
        _ payload: Payload,
        to device: DevicePublicKey,
        placeholder: Placeholder = .standard,
        options: SealOptions = SealOptions()
    ) throws(SealError) -> SealedPush {
        let suite = options.suite ?? (provider == nil ? .hpkeBase : .hpkeAuth)
        let seal: Seal
        switch (suite, provider) {
        case (.hpkeAuth, let provider?): seal = .hpke(device, from: provider)
        case (.hpkeBase, nil): seal = .hpke(device, from: nil)
        case (.sealedBox, nil): seal = .sealedBox(device)
        case (.shared, _):
            throw SealError(.suiteMismatch, "suite shared takes a shared key, not a device's public key")
        case (.hpkeAuth, nil):
            throw SealError(.suiteMismatch, "suite hpke-auth takes a provider key")
        case (.hpkeBase, _?), (.sealedBox, _?):
            throw SealError(.suiteMismatch, "suite \(suite.name) does not authenticate; hand over no provider key")
        }
        return try self.seal(payload, as: seal, placeholder: placeholder, options: options)
    }

    /// Seals a payload under a shared key: suite 3.
    ///
    /// - Throws: ``SealError``; nothing is ever sent in the clear instead.
    public func seal(
        _ payload: Payload,
        with key: SharedKey,
        placeholder: Placeholder = .standard,
        options: SealOptions = SealOptions()
    ) throws(SealError) -> SealedPush {
        guard options.suite == nil || options.suite == .shared else {
            throw SealError(.suiteMismatch, "a shared key goes with suite shared only")
        }
        return try seal(payload, as: .shared(key), placeholder: placeholder, options: options)
    }

    private func seal(
        _ payload: Payload,
        as seal: Seal,
        placeholder: Placeholder,
        options: SealOptions
    ) throws(SealError) -> SealedPush {
        let pushType = try options.checkedPushType(for: payload)
        try options.check()
        guard !payload.root.contains(options.envelopeKey) else {
            throw SealError(.invalidEnvelopeKey, "the payload has a member of its own named \(options.envelopeKey)")
        }
        guard payload.root.nests(atMost: JSONLimits.deepest) else {
            throw SealError(
                .invalidPayload, "the payload nests deeper than the \(JSONLimits.deepest) levels that a reader takes")
        }
        if let pointer = payload.root.pointerToNull {
            throw SealError(.invalidPayload, "the payload holds a null at \(pointer), which no payload may carry")
        }
        let issuedAt = clock.now
        let expiresAt = try options.expiry(from: issuedAt)
        let headers = try options.headers(topic: context.topic, pushType: pushType, expiration: expiresAt)
        let visible = try VisiblePart(
            of: payload, pushType: pushType, placeholder: placeholder, paths: options.visible)
        guard visible.root.nests(atMost: JSONLimits.deepest) else {
            throw SealError(
                .invalidPayload,
                "the placeholder nests deeper than the \(JSONLimits.deepest) levels that a reader takes")
        }
        let message = Message(
            issuedAt: issuedAt,
            expiresAt: expiresAt,
            sequence: options.sequence,
            outerDigest: options.protectsVisiblePart ? try visible.digest() : nil,
            overlay: MergePatch.difference(from: visible.root, to: visible.target).serialized())

        var body = SealedBody(visible: visible.root, envelopeKey: options.envelopeKey)
        let capacity = PushCapacity(
            visibleByteCount: body.byteCount, limit: pushType.maximumByteCount, suite: seal.suite)
        let padded = options.padding.paddedByteCount(
            of: message.unpaddedByteCount, capacity: capacity.messageByteCount)
        guard let padded, let bytes = message.encoded(paddedTo: padded) else {
            let least = capacity.bodyByteCount(messageByteCount: message.unpaddedByteCount + 1)
            let excess = least - pushType.maximumByteCount
            throw SealError(
                .tooLarge,
                """
                the sealed push has \(least) bytes, \(excess) more than the \(pushType.maximumByteCount) \
                of a \(pushType.rawValue) push
                """,
                excessByteCount: excess)
        }
        do throws(CryptoError) {
            body.insert(try seal.envelope(around: bytes, context: context, randomness: randomness))
        } catch {
            throw SealError(.cannotSeal, "the message cannot be sealed to this key")
        }
        return SealedPush(
            body: body.bytes,
            headers: headers,
            bytesLeft: capacity.messageByteCount - message.unpaddedByteCount - 1,
            suite: seal.suite)
    }
}
