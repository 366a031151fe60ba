import CryptoPrimitives
import StrictJSON

extension Keyring {
    /// Challenges a device to prove that it holds the key that it offers; the key is pending until it does.
    ///
    /// The keyring is the provider's registration of that device: a keyring of its public keys. A second challenge for the
    /// same key takes the place of the first. Keys that were never confirmed in time are dropped.
    ///
    /// - Throws: ``KeyError`` with `wrongRole`, `wrongHalf`, `wrongState` for a key that is retiring or revoked, and others.
    public mutating func challenge(
        _ offer: KeyOffer,
        from provider: ProviderKey? = nil,
        context: EnrolmentContext = EnrolmentContext(),
        validFor period: KeyPeriod = .minutes(10),
        at now: UInt32
    ) throws(KeyError) -> KeyChallenge {
        try require(.device)
        guard !isSecret else {
            throw KeyError(.wrongHalf, "keyring \(name) holds secrets of its own; a registration holds public keys")
        }
        let thumbprint = offer.key.thumbprint
        keys.removeAll { key in
            key.thumbprint != thumbprint && key.state == .pending && key.enrolment.map { now > $0.expires } ?? false
        }
        if !keys.contains(where: { $0.thumbprint == thumbprint }) {
            try pin(offer.key, state: .pending, at: now)
        }
        let index = try index(of: thumbprint)
        guard keys[index].state == .pending || keys[index].state == .active else {
            throw KeyError(
                .wrongState, "key \(thumbprint.keyID) of keyring \(name) is \(keys[index].state.name); offer a new one")
        }
        var secret = Randomness.system.bytes(count: KeyChallenge.secretByteCount)
        defer { secret.wipe() }
        let challenge = try KeyChallenge(secret, to: offer.key, from: provider, context: context)
        keys[index].enrolment = Enrolment(
            digest: try KeyAnswer(to: challenge, secret: secret).digest, expires: period.after(now))
        return challenge
    }

    /// Takes a device's answer and brings its key into use; keys that were in use retire.
    ///
    /// - Throws: ``KeyError`` with `noChallenge` for an answer that is not awaited (replayed, or another device's),
    ///   `tooLate`, `wrongAnswer` (to an earlier challenge, or made up), or `wrongState` for a key that was retired or revoked
    ///   meanwhile; then nothing changes.
    @discardableResult
    public mutating func confirm(_ answer: KeyAnswer, grace: KeyPeriod, at now: UInt32) throws(KeyError) -> Key {
        try require(.device)
        guard let index = keys.firstIndex(where: { $0.thumbprint == answer.key }), let awaited = keys[index].enrolment
        else {
            throw KeyError(.noChallenge, "keyring \(name) waits for no answer from key \(answer.key.keyID)")
        }
        guard now <= awaited.expires else {
            throw KeyError(.tooLate, "the answer of key \(answer.key.keyID) came after its time; challenge it again")
        }
        guard constantTimeEqual(answer.digest.span, awaited.digest.span) else {
            throw KeyError(.wrongAnswer, "the answer of key \(answer.key.keyID) is not to the latest challenge")
        }
        // Retired or revoked since it was challenged: the answer is right, and comes from a key that may not speak any more.
        guard keys[index].state == .pending || keys[index].state == .active else {
            throw KeyError(
                .wrongState,
                "key \(answer.key.keyID) of keyring \(name) is \(keys[index].state.name); offer a new one")
        }
        keys[index].enrolment = nil
        retireActiveKeys(but: answer.key, grace: grace, at: now)
        if keys[index].state == .pending { try activate(answer.key, at: now) }
        return keys[index]
    }
}

/// The answer that a registration waits for.
struct Enrolment {
    /// SHA-256 of the answer.
    let digest: [UInt8]
    /// Until when it may come, in UNIX seconds.
    let expires: UInt32
}

extension Key {
    private static let enrolmentMember = "enrolment"

    /// The answer that is waited for, kept in the JWK's `sealedpush` object.
    var enrolment: Enrolment? {
        get {
            guard let object = otherLifeMembers[Self.enrolmentMember]?.objectValue,
                let expires = object["expires"]?.numberValue?.int.flatMap(UInt32.init(exactly:)),
                let text = object["digest"]?.stringValue,
                let digest = Base64URL.decode(text.utf8.span)
            else { return nil }
            return Enrolment(digest: digest, expires: expires)
        }
        set {
            otherLifeMembers[Self.enrolmentMember] = newValue.map { enrolment in
                .object([
                    "digest": .string(Base64URL.string(encoding: enrolment.digest.span)),
                    "expires": .number(JSONNumber(enrolment.expires)),
                ])
            }
        }
    }
}
