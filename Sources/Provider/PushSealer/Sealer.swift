package import CryptoPrimitives
public import KeyManagement
public import PushPayload
import SealedEnvelope
import StrictJSON

/// Seals payloads for one app: a value to make once and use from everywhere.
public struct Sealer: Sendable {
    private let provider: KeyringFollower<SigningKeys>?
    private let context: Context
    private let clock: WallClock
    private let randomness: Randomness
    /// The function that is told how each call has ended, on the caller's thread before the call returns; none by default.
    public var observer: (@Sendable (SealEvent) -> Void)?

    /// Creates a sealer whose pushes are authenticated by a key of a provider keyring.
    ///
    /// A keyring that was read from a `KeyDirectory` or another `KeyStore` is followed: after a rotation the sealer uses the new
    /// key, and after the revocation of the last key it throws, within the interval of the policy. A keyring that was made or
    /// changed in memory is used as it is.
    ///
    /// - Throws: `KeyError` with `wrongRole`, `wrongHalf` or `noActiveKey`; ``SealError`` with `contextTooLong`.
    public init(
        from provider: Keyring, topic: String, audience: String = "", refresh: RefreshPolicy = RefreshPolicy(),
        clock: WallClock = .system
    ) throws {
        let keys = try KeyringFollower(provider, policy: refresh, SigningKeys.init)
        try self.init(provider: keys, topic: topic, audience: audience, clock: clock)
    }

    /// Creates a sealer without a provider key.
    ///
    /// A push to a device then does not authenticate its sender; one under a shared key authenticates a holder of that key.
    ///
    /// - Throws: ``SealError`` with `contextTooLong`.
    public init(topic: String, audience: String = "", clock: WallClock = .system) throws(SealError) {
        try self.init(provider: nil, topic: topic, audience: audience, clock: clock)
    }

    /// Creates a sealer of parts; only tests of this package can script the randomness.
    package init(
        provider: KeyringFollower<SigningKeys>?, topic: String, audience: String, clock: WallClock,
        randomness: Randomness = .system
    ) throws(SealError) {
        guard let context = Context(topic: topic, audience: audience) else { throw .contextTooLong }
        self.provider = provider
        self.context = context
        self.clock = clock
        self.randomness = randomness
    }

    /// Returns a sealer for another app or audience, with the same keys; what is nil stays.
    ///
    /// - Throws: ``SealError`` with `contextTooLong`.
    public func with(topic: String? = nil, audience: String? = nil) throws(SealError) -> Sealer {
        var sealer = try Sealer(
            provider: provider, topic: topic ?? context.topic.string, audience: audience ?? context.audience.string,
            clock: clock, randomness: randomness)
        sealer.observer = observer
        return sealer
    }

    /// Seals a payload to a device: suite 1 with a provider key, suite 2 without.
    ///
    /// A registry's recipient (`DeviceRegistry.recipient(for:)`) gets a push that is authenticated by a key that the device has
    /// pinned, also after a rotation.
    ///
    /// - Throws: ``SealError``; nothing is ever sent in the clear instead.
    public func seal(
        _ payload: Payload, to recipient: Recipient,
        placeholder: Placeholder = .standard, options: SealOptions = SealOptions()
    ) throws(SealError) -> SealedPush {
        try observing(SealEvent.Outcome.push) { () throws(SealError) in
            let keys = try keys(to: recipient, suite: options.suite)
            return try seal(payload, with: keys, placeholder: placeholder, options: options)
        }
    }

    /// Seals a payload to a device of which only the key is known.
    ///
    /// - Throws: ``SealError`` as ``seal(_:to:placeholder:options:)-(_,Recipient,_,_)`` does.
    public func seal(
        _ payload: Payload, to device: DevicePublicKey, placeholder: Placeholder = .standard,
        options: SealOptions = SealOptions()
    ) throws(SealError) -> SealedPush {
        try seal(payload, to: Recipient(device), placeholder: placeholder, options: options)
    }

    /// Seals a payload under a shared key: suite 3.
    ///
    /// - Throws: ``SealError``; nothing is ever sent in the clear instead.
    public func seal(
        _ payload: Payload, with key: SharedKey, placeholder: Placeholder = .standard,
        options: SealOptions = SealOptions()
    ) throws(SealError) -> SealedPush {
        try observing(SealEvent.Outcome.push) { () throws(SealError) in
            let keys = try keys(sharing: key, suite: options.suite)
            return try seal(payload, with: keys, placeholder: placeholder, options: options)
        }
    }

    /// The steps of a seal.
    private func seal(
        _ payload: Payload, with keys: EnvelopeKeys, placeholder: Placeholder, options: SealOptions
    ) throws(SealError) -> SealedPush {
        // 1. Push type, visible part and sizes; a payload that is too large goes through the overflow steps.
        let (plan, messageByteCounts, changes) = try SealPlan.fitting(
            payload, placeholder: placeholder, options: options, suite: keys.suite)
        var message = try message(expiresIn: options.expiresIn, sequence: options.sequence, keys: keys)
        let headers = try options.headers(
            topic: context.topic.string, pushType: plan.pushType, expiration: message.expiresAt)

        // 2. No sealed text stands in the clear.
        if let leak = LeakCheck(of: plan, headers: headers, allowing: options.allowedInClear).leak() {
            throw SealError(
                .leak, "the text that is sealed at \(leak.sealedAt) also stands in the clear at \(leak.visibleAt)",
                leak: leak)
        }

        // 3. Messages and envelopes.
        var body = plan.body
        for (part, byteCount) in zip(plan.parts, messageByteCounts) {
            message.content = part.content[...]
            let envelope = try envelope(of: message, paddedTo: byteCount, purpose: part.object.purpose, keys: keys)
            part.object.setEnvelope(envelope, named: options.envelopeKey, in: &body)
        }

        // 4. The body.
        return SealedPush(
            body: body.serialized(), headers: headers, bytesLeft: plan.bytesLeft, suite: keys.suite, changes: changes)
    }
}

extension Sealer {
    /// Seals a JSON object to a device, for a widget or another transport, and returns the envelope's base64url text.
    ///
    /// `purpose` is a text that both halves agree on, at most 65,535 bytes of UTF-8; the envelope opens under no other.
    ///
    /// - Throws: ``SealError``.
    public func sealEnvelope(
        of content: JSONObject, to recipient: Recipient, purpose: Purpose, options: EnvelopeOptions = EnvelopeOptions()
    ) throws(SealError) -> String {
        try observing(SealEvent.Outcome.envelope) { () throws(SealError) in
            let keys = try keys(to: recipient, suite: options.suite)
            return try sealEnvelope(of: content, with: keys, purpose: purpose, options: options)
        }.text
    }

    /// Seals a JSON object to a device of which only the key is known.
    ///
    /// - Throws: ``SealError``.
    public func sealEnvelope(
        of content: JSONObject, to device: DevicePublicKey, purpose: Purpose,
        options: EnvelopeOptions = EnvelopeOptions()
    ) throws(SealError) -> String {
        try sealEnvelope(of: content, to: Recipient(device), purpose: purpose, options: options)
    }

    /// Seals a JSON object under a shared key and returns the envelope's base64url text.
    ///
    /// - Throws: ``SealError``.
    public func sealEnvelope(
        of content: JSONObject, with key: SharedKey, purpose: Purpose,
        options: EnvelopeOptions = EnvelopeOptions()
    ) throws(SealError) -> String {
        try observing(SealEvent.Outcome.envelope) { () throws(SealError) in
            let keys = try keys(sharing: key, suite: options.suite)
            return try sealEnvelope(of: content, with: keys, purpose: purpose, options: options)
        }.text
    }

    private func sealEnvelope(
        of content: JSONObject, with keys: EnvelopeKeys, purpose: Purpose, options: EnvelopeOptions
    ) throws(SealError) -> (text: String, suite: SealingSuite) {
        try options.check()
        try content.requireDepth(SealedObject.maximumDepth(for: purpose), named: "content")
        let bytes = content.serialized()
        let limit = JSONLimits.default.maximumByteCount
        guard bytes.count <= limit else {
            throw SealError(
                .tooLarge,
                "the content has \(bytes.count) bytes, \(bytes.count - limit) more than the limit of \(limit)",
                excessByteCount: bytes.count - limit)
        }
        var message = try message(expiresIn: options.expiresIn, sequence: options.sequence, keys: keys)
        message.content = bytes[...]
        let byteCount = try options.messageByteCount(ofUnpadded: message.unpaddedByteCount, suite: keys.suite)
        let text = try envelope(of: message, paddedTo: byteCount, purpose: purpose, keys: keys)
        return (text, keys.suite)
    }

    /// Returns a message of this second without content (wire format §3).
    private func message(
        expiresIn: Duration?, sequence: UInt64?, keys: EnvelopeKeys
    ) throws(SealError) -> Message {
        let (now, chain) = (clock.now.unixSeconds, keys.chain)
        if let chain, now / 86_400 < chain.day {
            throw SealError(.clockBehind, "the clock is before the day on which the device was enrolled")
        }
        let longest = chain?.lifetimeInSeconds ?? Message.longestLifetime
        let expiresIn = expiresIn ?? .seconds(chain == nil ? Message.standardLifetime : longest)
        guard expiresIn >= .zero, expiresIn <= .seconds(longest) else {
            throw SealError(
                chain == nil ? .invalidExpiry : .lifetimeTooLong, "expected an expiry in 0 to \(longest) seconds")
        }
        let seconds = expiresIn.wholeSeconds
        guard let issuedAt = UInt32(exactly: now), seconds <= UInt32.max - issuedAt else {
            throw SealError(.invalidExpiry, "the time or the expiry is not in 32 bits of UNIX seconds")
        }
        return Message(issuedAt: issuedAt, expiresAt: issuedAt + seconds, sequence: sequence, content: [])
    }

    private func envelope(
        of message: Message, paddedTo byteCount: Int, purpose: Purpose, keys: EnvelopeKeys
    ) throws(SealError) -> String {
        guard let binding = Binding(context, purpose: purpose) else { throw .contextTooLong }
        if case .shared(let key) = keys, !key.purposes.contains(purpose) {
            throw SealError(
                .suiteMismatch, "shared key \(key.id) is not for purpose \(purpose.rawValue), so a device refuses it")
        }
        let (bytes, day) = (message.encoded(paddedTo: byteCount), Chain.day(of: message.issuedAt))
        do throws(CryptoError) {
            return EnvelopeText.encode(try keys.seal(bytes, on: day, binding: binding, randomness: randomness))
        } catch {
            throw SealError(.cannotSeal, "the message cannot be sealed to this key")
        }
    }
}

extension Sealer {
    private func keys(
        to recipient: Recipient, suite: SealingSuite?
    ) throws(SealError) -> EnvelopeKeys {
        let provider = try provider.map { keys throws(SealError) in
            do throws(KeyError) {
                return try keys.current().key(pinnedVersion: recipient.pinnedVersion, at: clock.now)
            } catch {
                throw SealError(
                    error.code == .noActiveKey ? .noActiveKey : .keyringUnavailable, error.reason)
            }
        }
        if let enrolment = recipient.key.enrolment {
            return try keys(to: recipient.key, enrolment, from: provider, suite: suite)
        }
        switch (suite ?? (provider == nil ? .hpkeBase : .hpkeAuth), provider) {
        case (.hpkeAuth, let provider?): return .hpke(recipient.key, from: provider)
        case (.hpkeBase, nil): return .hpke(recipient.key, from: nil)
        case (.shared, _):
            throw SealError(.suiteMismatch, "suite shared needs a shared key, found a device's public key")
        case (.hpkeAuth, nil): throw SealError(.suiteMismatch, "suite hpke-auth needs a provider key")
        case (.hpkeAuthPSK, _):
            throw SealError(.suiteMismatch, "suite hpke-auth-psk needs an enrolled device, whose key has a chain")
        case (.hpkeBase, _?):
            throw SealError(
                .suiteMismatch, "suite hpke-base does not authenticate the sender; use it without a provider key")
        }
    }

    /// The keys to an enrolled device, whose key is for suite 5 alone.
    private func keys(
        to device: DevicePublicKey, _ enrolment: Enrolment, from provider: ProviderKey?, suite: SealingSuite?
    ) throws(SealError) -> EnvelopeKeys {
        guard suite == nil || suite == .hpkeAuthPSK, let provider, let chain = enrolment.chain else {
            throw SealError(
                .suiteMismatch,
                "device key \(device.id) is enrolled: it takes suite hpke-auth-psk, a provider key and its registration's chain"
            )
        }
        return .enrolled(device, chain, from: provider)
    }

    private func keys(sharing key: SharedKey, suite: SealingSuite?) throws(SealError) -> EnvelopeKeys {
        guard suite == nil || suite == .shared else {
            throw SealError(.suiteMismatch, "a shared key can be used with suite shared only")
        }
        return .shared(key)
    }
}
