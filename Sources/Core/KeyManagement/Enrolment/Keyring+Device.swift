import CryptoPrimitives
public import Platform
public import StrictJSON

extension Keyring {
    /// Offers a new key to a provider, and names the set of the provider's keys that the device has pinned.
    ///
    /// The key opens nothing until the provider's challenge is answered. An offer that was not answered within 10 minutes is dropped; until
    /// then a new one has the same key. Keep the keyring before the offer is sent: ``SynchronousKeyStore/offer(_:pinned:at:)`` does both.
    ///
    /// - Throws: ``KeyError`` with `wrongRole`, `wrongHalf`, or `unavailable` without guarded memory.
    public mutating func offer(pinned: Keyring? = nil, at now: Date = Date()) throws(KeyError) -> KeyOffer {
        let seed =
            if MLKEM768.isAvailable {
                try withKeyErrors(try SecretMemory(randomByteCount: MLKEM768.seedByteCount))
            } else { nil as SecretMemory? }
        return try offer(
            pinned: pinned, at: now, ephemeral: withKeyErrors(try X25519.PrivateKey()), seed: seed)
    }

    /// Makes an offer of the given secrets, which only tests choose.
    mutating func offer(
        pinned: Keyring?, at now: Date, key: X25519.PrivateKey? = nil, ephemeral: X25519.PrivateKey, seed: SecretMemory?
    ) throws(KeyError) -> KeyOffer {
        try require(.device)
        try pinned?.require(.provider)
        try check(
            keys.isEmpty || isSecret, .wrongHalf,
            "keyring \(name) holds only public halves, which cannot prove anything")
        keys.removeAll { key in key.enrolment?.offer.map { now > $0.until } ?? false }
        if !keys.contains(where: { $0.enrolment?.offer != nil }) {
            var new: Key
            repeat {
                let pair = if let key { key } else { try withKeyErrors(try X25519.PrivateKey()) }
                new = Key(.device, .pair(pair), state: .pending, created: now, enrolment: Enrolment())
            } while keys.contains { $0.id == new.id }
            append(new, at: now)
        }
        let index = keys.lastIndex { $0.enrolment?.offer != nil } ?? keys.count - 1
        let secrets = OfferSecrets(ephemeral: ephemeral, seed: seed, until: now.adding(.minutes(10)))
        keys[index].enrolment?.offer = secrets
        guard let key = keys[index].devicePublicKey else {
            throw KeyError(.wrongRole, "keyring \(name) holds no device keys")
        }
        return try KeyOffer(key, secrets, pinnedVersion: pinned?.namedSetVersion)
    }

    /// Answers the challenge of a provider whose keys are pinned: both have the chain from then on.
    ///
    /// The secrets of the offer are erased. Keep the keyring before the answer is sent; it is sent again with ``awaitedAnswer`` when the
    /// app starts, until the confirmation has come.
    ///
    /// - Throws: ``KeyError`` with `noOffer`, `unknownSender`, `revokedKey`, `malformed`, `weakChallenge` for a challenge without ML-KEM-768 if
    ///   that is required, `lifetimeRefused`, `wrongClock`, `cannotOpen`, or `unavailable` where the system lost ML-KEM-768; then nothing changes.
    public mutating func answer(
        _ challenge: KeyChallenge, from pinned: Keyring, context: EnrolmentContext = EnrolmentContext(),
        longestLifetime: Int = 30, requiresPostQuantum: Bool = false, at now: Date = Date()
    ) throws(KeyError) -> KeyAnswer {
        try require(.device)
        try pinned.require(.provider)
        guard let index = keys.firstIndex(where: { $0.thumbprint == challenge.key }),
            let secrets = keys[index].enrolment?.offer, let device = keys[index].deviceKey, now <= secrets.until
        else { throw KeyError(.noOffer, "keyring \(name) has no offer of key \(challenge.key.keyID) that waits") }
        let sender = try Self.sender(of: challenge, among: pinned, at: now)
        try check(
            challenge.ciphertext == nil || secrets.seed != nil, .malformed,
            "the challenge has a ciphertext of ML-KEM-768, and the offer had no key for it")
        try check(
            challenge.ciphertext != nil || !requiresPostQuantum, .weakChallenge,
            "the provider has no ML-KEM-768, which this device requires")
        try check(
            (1...max(1, longestLifetime)).contains(Int(challenge.lifetime))
                && Chain.lifetimes.contains(Int(challenge.lifetime)),
            .lifetimeRefused,
            "the provider asks for messages that live \(challenge.lifetime) days; this device accepts 1 to \(longestLifetime)"
        )
        let today = Int(Chain.day(of: now.unixTime))
        try check(
            (today - 31...today + 1).contains(Int(challenge.start)), .wrongClock,
            "the provider's chain starts on day \(challenge.start), and this device's clock is on day \(today)")
        let offer = try KeyOffer(device.publicKey, secrets, pinnedVersion: nil)
        let chain = try challenge.open(offer, secrets, with: device, from: sender, context: context)
        let (answer, confirmation) = (chain.answer, chain.confirmation)
        var enrolment = Enrolment(chain: chain)
        do throws(CryptoError) {
            enrolment.awaits = AwaitedConfirmation(
                answer: try SecretMemory(copying: answer.slice.span),
                confirmation: try SecretMemory(copying: confirmation.slice.span))
        } catch {
            throw KeyError(error)
        }
        keys[index].enrolment = enrolment
        return KeyAnswer(key: challenge.key, proof: answer)
    }

    /// The answer whose confirmation has not come: send it again when the app starts; nil where none is awaited.
    public var awaitedAnswer: KeyAnswer? {
        keys.reversed().lazy.compactMap { $0.awaitedAnswer }.first
    }

    /// Takes the provider's confirmation, which the first push that opens is, too: the key is in use, and older ones retire.
    ///
    /// - Throws: ``KeyError`` with `noAnswer` for a key that waits for none, or `wrongConfirmation`; then nothing changes.
    public mutating func finish(_ confirmation: KeyConfirmation, at now: Date = Date()) throws(KeyError) {
        try require(.device)
        guard let index = keys.firstIndex(where: { $0.thumbprint == confirmation.key }),
            let awaits = keys[index].awaited
        else {
            let isActive = keys.contains { $0.thumbprint == confirmation.key && $0.state == .active }
            let problem = isActive ? "was confirmed before, by a confirmation or a push" : "awaits no confirmation"
            throw KeyError(.noAnswer, "key \(confirmation.key.keyID) of keyring \(name) \(problem)")
        }
        let isRight = awaits.confirmation.withBytes { constantTimeEqual($0, confirmation.proof.slice.span) }
        try check(
            isRight, .wrongConfirmation, "the confirmation of key \(confirmation.key.keyID) is not of its chain")
        // Older keys retire by a clock that is not before the day on which the provider challenged.
        let challenged = keys[index].enrolment?.chain.map { Date(timeIntervalSince1970: Double($0.day + 1) * 86_400) }
        confirm(keyAt: index, at: max(now, challenged ?? now))
    }

    private static func sender(
        of challenge: KeyChallenge, among pinned: Keyring, at now: Date
    ) throws(KeyError) -> ProviderPublicKey {
        let key = pinned.keys.first { $0.thumbprint == challenge.sender }
        try check(
            key?.state != .revoked, .revokedKey,
            "the challenge comes from provider key \(challenge.sender.keyID), which is revoked")
        guard let key, key.state.isUsable(at: now), let sender = key.providerPublicKey else {
            throw KeyError(
                .unknownSender, "the challenge comes from provider key \(challenge.sender.keyID), which is not pinned")
        }
        return sender
    }
}

extension Key {
    /// What the key waits for, `nil` after its retirement or revocation.
    fileprivate var awaited: AwaitedConfirmation? { state == .pending ? enrolment?.awaits : nil }
    fileprivate var awaitedAnswer: KeyAnswer? { awaited.map { KeyAnswer(key: thumbprint, proof: $0.answer.bytes) } }
}

extension SynchronousKeyStore {
    /// Offers a new key of a device's keyring, as ``Keyring/offer(pinned:at:)`` does, and keeps it; the keyring is made if there is none.
    ///
    /// - Throws: ``KeyError`` as ``Keyring/offer(pinned:at:)`` and ``change(_:_:)`` do.
    public func offer(_ name: UTF8Text, pinned: Keyring? = nil, at now: Date = Date()) throws -> KeyOffer {
        if try stored(name) == nil {
            var keyring = Keyring(name: name, role: .device, keys: [])
            let offer = try keyring.offer(pinned: pinned, at: now)
            // False if another process was faster.
            if try keep(KeyringChange(keyring, from: nil)) { return offer }
        }
        return try change(name) { try $0.offer(pinned: pinned, at: now) }
    }
}
