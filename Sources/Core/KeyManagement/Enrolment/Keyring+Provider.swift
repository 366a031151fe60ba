import CryptoPrimitives
public import Platform
import StrictJSON

extension Keyring {
    /// Challenges a device to agree on a chain for the key that it offers; the key is pending until it answers.
    ///
    /// The keyring is the device's registration. A second challenge for the same key replaces the first. `lifetime` is the longest life of
    /// a push to the key, in days. Keys that were not confirmed in time are removed, and but the 4 newest of those that are not in use.
    ///
    /// - Throws: ``KeyError`` with `wrongRole`, `wrongHalf`, `wrongState` for a key that is registered already, and `cannotOpen` for an
    ///   offer whose keys are worthless.
    public mutating func challenge(
        _ offer: KeyOffer, from provider: ProviderKey, context: EnrolmentContext = EnrolmentContext(),
        lifetime: Int = 7, at now: Date = Date()
    ) throws(KeyError) -> KeyChallenge {
        try challenge(
            offer, from: provider, context: context, lifetime: lifetime, at: now, randomness: ChallengeRandomness())
    }

    package mutating func challenge(
        _ offer: KeyOffer, from provider: ProviderKey, context: EnrolmentContext, lifetime: Int, at now: Date,
        randomness: ChallengeRandomness
    ) throws(KeyError) -> KeyChallenge {
        try require(.device)
        try check(!isSecret, .wrongHalf, "keyring \(name) holds secrets of its own, and is no registration")
        let known = keys.first { $0.thumbprint == offer.key.thumbprint }
        try check(
            known.map { $0.state == .pending } ?? true, .wrongState,
            "key \(offer.key.id) of keyring \(name) is \(known?.state.name ?? ""); offer a new one")
        // A second machine whose clock is behind can seal at once.
        let today = Chain.day(of: now.unixTime)
        let (challenge, chain) = try KeyChallenge.make(
            for: offer, from: provider, context: context, start: today - min(today, 1), lifetime: lifetime,
            randomness: randomness)
        keys.removeAll { key in
            if case .retiring(let until) = key.state, until < now { return true }
            return key.state == .pending
                && (key.thumbprint == offer.key.thumbprint || key.enrolment?.expires.map { now > $0 } ?? false)
        }
        let others = keys.filter { $0.state != .active && $0.state != .revoked }
        for key in others.dropLast(Self.largestPendingCount - 1) { keys.removeAll { $0.thumbprint == key.thumbprint } }
        var key = Key(
            .device, .publicHalf(offer.key.point), state: .pending, created: known?.created ?? now,
            enrolment: Enrolment(chain: chain))
        key.enrolment?.expires = now.adding(.minutes(10))
        append(key, at: now)
        pinnedVersion = offer.pinnedVersion
        return challenge
    }

    /// The most keys that a registration keeps beside the one in use, so that no client makes it grow.
    private static var largestPendingCount: Int { 4 }

    /// Verifies a device's answer, brings its key into use, and returns the confirmation for the device, once the change is kept.
    ///
    /// A key that was in use retires for a day, in which a process that has read it before may seal to it. The same answer again returns
    /// the same confirmation and changes nothing.
    ///
    /// - Throws: ``KeyError`` with `noChallenge` for an answer that no challenge waits for, as that of a key that was replaced, `wrongState`
    ///   for a key that was retired or revoked otherwise, `tooLate` or `wrongAnswer`; then nothing changes.
    public mutating func confirm(_ answer: KeyAnswer, at now: Date = Date()) throws(KeyError)
        -> KeyConfirmation
    {
        try require(.device)
        guard let index = keys.firstIndex(where: { $0.thumbprint == answer.key }),
            keys[index].enrolment != nil, keys[index].enrolment?.chain != nil || keys[index].state == .revoked
        else {
            throw KeyError(.noChallenge, "keyring \(name) waits for no answer from key \(answer.key.keyID)")
        }
        let (key, expires) = (keys[index], keys[index].enrolment?.expires ?? now)
        guard key.state == .pending || key.state == .active, let chain = key.enrolment?.chain else {
            throw KeyError(
                .wrongState, "key \(key.id) of keyring \(name) is \(key.state.name); offer a new one")
        }
        try check(
            key.state == .active || now <= expires, .tooLate,
            "the answer of key \(key.id) came after its time; challenge it again")
        try check(
            constantTimeEqual(answer.proof.slice.span, chain.answer.slice.span), .wrongAnswer,
            "the answer of key \(key.id) is not to the latest challenge")
        let confirmation = KeyConfirmation(key: key.thumbprint, proof: chain.confirmation)
        guard key.state == .pending else { return confirmation }
        keys[index].enrolment?.expires = nil
        for other in keys.indices where keys[other].state == .active {
            keys[other].enrolment?.chain = nil
            setState(.retiring(until: now.adding(.days(1))), ofKeyAt: other, at: now)
        }
        setState(.active, ofKeyAt: index, at: now)
        // An older answer that arrives later would make a key primary that the device retires. By order: a clock can step back.
        keys = keys.enumerated().filter { $0 > index || $1.state != .pending }.map(\.element)
        return confirmation
    }
}
