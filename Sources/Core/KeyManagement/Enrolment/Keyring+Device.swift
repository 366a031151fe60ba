public import Platform

extension Keyring {
    /// Offers the device's key in use to a provider, and names the set of the provider's keys that the device has pinned.
    ///
    /// - Throws: ``KeyError`` with `wrongRole`, `wrongHalf` or `noActiveKey`.
    public func offer(pinned: Keyring? = nil) throws(KeyError) -> KeyOffer {
        try require(.device)
        try pinned?.require(.provider)
        guard let deviceKey = try primary.deviceKey else {
            throw KeyError(.wrongHalf, "keyring \(name) holds only the public half, which cannot prove anything")
        }
        return KeyOffer(deviceKey.publicKey, pinnedVersion: pinned?.namedSetVersion)
    }

    /// Answers a provider's challenge; with its keys pinned, a challenge that none of them authenticates is refused.
    ///
    /// - Throws: ``KeyError`` with `notFound` for a key that is not the device's, `unknownSender`, `cannotOpen` and others.
    public func answer(
        _ challenge: KeyChallenge, from pinned: Keyring? = nil, context: EnrolmentContext = EnrolmentContext(),
        at now: Date = Date()
    ) throws(KeyError) -> KeyAnswer {
        try require(.device)
        try pinned?.require(.provider)
        let key = try key(challenge.key)
        guard let deviceKey = key.deviceKey else {
            throw KeyError(.wrongHalf, "keyring \(name) holds only the public half of key \(key.id)")
        }
        try check(
            key.state.isUsable(at: now), .wrongState,
            "key \(key.id) of keyring \(name) is \(key.state.name) and answers no challenge")
        return try challenge.answer(
            with: deviceKey, from: try Self.sender(of: challenge, among: pinned, at: now), context: context)
    }

    private static func sender(
        of challenge: KeyChallenge, among pinned: Keyring?, at now: Date
    ) throws(KeyError) -> ProviderPublicKey? {
        guard let sender = challenge.sender else {
            try check(pinned == nil, .unknownSender, "the challenge is not authenticated, and a provider is pinned")
            return nil
        }
        guard let key = pinned?.keys.first(where: { $0.thumbprint == sender }), key.state.isUsable(at: now) else {
            throw KeyError(.unknownSender, "the challenge comes from provider key \(sender.keyID), which is not pinned")
        }
        return key.providerPublicKey
    }
}
