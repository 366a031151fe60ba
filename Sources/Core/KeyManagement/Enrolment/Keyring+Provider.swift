import CryptoPrimitives
public import Platform
import StrictJSON

extension Keyring {
    /// Challenges a device to prove that it holds the key that it offers; the key is pending until it does.
    ///
    /// The keyring holds the device's public keys. A second challenge for the same key replaces the first. Keys that were not
    /// confirmed in time are removed.
    ///
    /// - Throws: ``KeyError`` with `wrongRole`, `wrongHalf`, `wrongState` for a key that is retiring or revoked, and others.
    public mutating func challenge(
        _ offer: KeyOffer, from provider: ProviderKey? = nil, context: EnrolmentContext = EnrolmentContext(),
        validFor period: Duration = .minutes(10), at now: Date = Date()
    ) throws(KeyError) -> KeyChallenge {
        try require(.device)
        try check(!isSecret, .wrongHalf, "keyring \(name) holds secrets of its own; a registration holds public keys")
        let thumbprint = offer.key.thumbprint
        keys.removeAll { key in
            key.thumbprint != thumbprint && key.state == .pending && key.awaitedProof.map { now > $0.expires } ?? false
        }
        if !keys.contains(where: { $0.thumbprint == thumbprint }) {
            try pin(offer.key, state: .pending, at: now)
        }
        let index = try index(of: thumbprint)
        try requireInUse(keys[index])
        var secret = Randomness.system.bytes(count: KeyChallenge.secretByteCount)
        defer { secret.wipe() }
        let challenge = try KeyChallenge(secret, to: offer.key, from: provider, context: context)
        keys[index].awaitedProof = AwaitedAnswer(
            digest: try KeyAnswer(to: challenge, secret: secret).digest, expires: now.adding(period),
            pinnedVersion: offer.pinnedVersion)
        return challenge
    }

    /// Verifies a device's answer and brings its key into use; keys that were in use retire.
    ///
    /// - Throws: ``KeyError`` with `noChallenge` for an answer that no challenge waits for, `tooLate`, `wrongAnswer`, or
    ///   `wrongState` for a key that was retired or revoked meanwhile; then nothing changes.
    @discardableResult
    public mutating func confirm(_ answer: KeyAnswer, grace: Duration, at now: Date = Date()) throws(KeyError) -> Key {
        try require(.device)
        guard let index = keys.firstIndex(where: { $0.thumbprint == answer.key }),
            let awaited = keys[index].awaitedProof
        else {
            throw KeyError(.noChallenge, "keyring \(name) waits for no answer from key \(answer.key.keyID)")
        }
        try check(
            now <= awaited.expires, .tooLate,
            "the answer of key \(answer.key.keyID) came after its time; challenge it again")
        try check(
            constantTimeEqual(answer.digest.slice.span, awaited.digest.slice.span), .wrongAnswer,
            "the answer of key \(answer.key.keyID) is not to the latest challenge")
        // The key may have been retired or revoked since it was challenged.
        try requireInUse(keys[index])
        keys[index].awaitedProof = nil
        pinnedVersion = awaited.pinnedVersion
        retireActiveKeys(but: answer.key, grace: grace, at: now)
        if keys[index].state == .pending { try activate(answer.key, at: now) }
        return keys[index]
    }

    private func requireInUse(_ key: Key) throws(KeyError) {
        try check(
            key.state == .pending || key.state == .active, .wrongState,
            "key \(key.id) of keyring \(name) is \(key.state.name); offer a new one")
    }
}

/// The answer that a registration waits for: its SHA-256, until when it may come, and the set that the device has pinned.
struct AwaitedAnswer {
    let digest: [UInt8]
    let expires: Date
    let pinnedVersion: Int?
}

extension Key {
    private static let enrolmentMember = "enrolment"

    /// The answer that is waited for, kept in the JWK's `sealedpush` object.
    var awaitedProof: AwaitedAnswer? {
        get {
            guard let object = otherLifeMembers[Self.enrolmentMember]?.objectValue,
                let expires = object["expires"]?.unixTime, let text = object["digest"]?.stringValue,
                let digest = Base64URL.decode(ContiguousArray(text.utf8).span)
            else { return nil }
            return AwaitedAnswer(digest: digest, expires: expires, pinnedVersion: try? object.pinnedVersion)
        }
        set {
            otherLifeMembers[Self.enrolmentMember] = newValue.map { enrolment in
                var members: JSONObject = [
                    "digest": .string(Base64URL.string(encoding: enrolment.digest.slice.span)),
                    "expires": .number(JSONNumber(enrolment.expires.unixTime)),
                ]
                members.setPinnedVersion(enrolment.pinnedVersion)
                return .object(members)
            }
        }
    }
}
