public import KeyManagement
public import PushPayload
import SealedEnvelope
package import SodiumCrypto
import StrictJSON

/// Seals payloads for one app: a value to make once and use from everywhere.
public struct Sealer: Sendable {
    private let provider: Sender?
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
        self.provider = provider.map { Sender(key: $0, agreements: KnownAgreements()) }
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
        let issuedAt = clock.now
        var changes: [OverflowChange] = []
        var plan = try SealPlan(
            of: payload, placeholder: placeholder, options: options, suite: seal.suite, issuedAt: issuedAt)
        if plan.bytesLeft < 0 {
            plan = try Self.fittingPlan(
                of: payload, placeholder: placeholder, options: options, suite: seal.suite, issuedAt: issuedAt,
                changes: &changes)
        }
        let bytesLeft = plan.bytesLeft
        let headers = try options.headers(
            topic: context.topic, pushType: plan.pushType, expiration: plan.expiresAt)
        // Places are only made for the few pushes that may leak.
        if plan.mayLeak,
            let leak = LeakCheck.leak(of: plan.visible, headers: headers, allowing: options.allowedInClear)
        {
            throw SealError(leak)
        }

        let padded = options.padding.paddedByteCount(
            of: plan.message.byteCount, capacity: plan.capacity.messageByteCount)
        guard let padded, plan.message.pad(to: padded) else { throw plan.tooLarge }
        let clear = plan.body
        let body: [UInt8]
        do throws(CryptoError) {
            body = try seal.envelope(of: plan.message, context: context, randomness: randomness) { envelope in
                clear.bytes(around: envelope)
            }
        } catch {
            throw SealError(.cannotSeal, "the message cannot be sealed to this key")
        }
        return SealedPush(
            body: body, headers: headers, bytesLeft: bytesLeft, suite: seal.suite, changes: changes)
    }

    /// The plan of a payload that was made to fit; apart from ``seal(_:as:placeholder:options:)``, which would otherwise
    /// copy for this closure what hardly any push needs it for.
    @inline(never)
    private static func fittingPlan(
        of payload: Payload, placeholder: Placeholder, options: SealOptions, suite: SealingSuite, issuedAt: UInt32,
        changes: inout [OverflowChange]
    ) throws(SealError) -> SealPlan {
        try Fitting.fit(payload, by: options.overflow, changes: &changes) { (payload) throws(SealError) in
            try SealPlan(
                of: payload, placeholder: placeholder, options: options, suite: suite, issuedAt: issuedAt)
        }
    }
}
