public import KeyManagement
public import SystemLibraries

/// The provider key that authenticates a push.
public enum SigningKey: Sendable, Hashable, Codable {
    /// The primary key.
    case primary
    /// The key that was primary before, while its grace lasts and until a time; then the primary key.
    ///
    /// For a device that has not pinned the new key yet, as it says in a report with the action `wait`.
    case former(until: Date)
}

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

extension Keyring {
    /// The key that authenticates pushes to a device after its report on a key of this provider keyring.
    ///
    /// While the device has not pinned the new key, its report says `wait`, and the former key is taken until the period ends: it
    /// may lose its report that it has pinned the key. Otherwise it is the primary key.
    public func signingKey(
        after report: KeyReport, for period: Duration = .days(7), at now: Date = Date()
    ) -> SigningKey {
        action(on: report) == .wait ? .former(until: now.adding(period)) : .primary
    }
}
