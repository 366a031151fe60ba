package import KeyManagement
package import Platform

/// The keys of a provider keyring that can authenticate a push.
package struct SigningKeys: Sendable {
    private let primary: ProviderKey
    /// The newest key that is retiring.
    private let former: (key: ProviderKey, until: Date)?

    /// - Throws: ``KeyError`` with `wrongRole`, `wrongHalf` or `noActiveKey`.
    package init(_ keyring: Keyring) throws(KeyError) {
        try keyring.require(.provider)
        guard let primary = try keyring.primary.providerKey else {
            throw KeyError(.wrongHalf, "keyring \(keyring.name) holds only the public half, which cannot seal")
        }
        self.primary = primary
        let retiring = keyring.keys.compactMap { key -> (key: ProviderKey, until: Date, created: Date)? in
            guard case .retiring(let until) = key.state, let pair = key.providerKey else { return nil }
            return (pair, until, key.created)
        }
        // Of two made in one second, the later in the file.
        former = retiring.reversed().max { $0.created < $1.created }.map { ($0.key, $0.until) }
    }

    package func key(_ signingKey: SigningKey, at now: Date) -> ProviderKey {
        guard case .former(let end) = signingKey, now < end, let former, now <= former.until else { return primary }
        return former.key
    }
}
