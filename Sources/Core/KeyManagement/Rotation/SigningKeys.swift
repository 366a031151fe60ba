package import Platform

/// The keys of a provider keyring that can authenticate a message to a device.
package struct SigningKeys: Sendable {
    private struct SigningKey {
        let key: ProviderKey
        let setVersion: Int
        let created: Date
        /// When its grace ends; nil for a key in use.
        let until: Date?
    }

    /// The keys that have not been revoked, the newest first.
    private let keys: [SigningKey]
    private let primary: ProviderKey
    private let setVersion: Int

    /// The time for which a new key is announced before it seals to devices whose pinned version is unknown.
    package static let announcement = Duration.days(7)

    /// - Throws: ``KeyError`` with `wrongRole`, `wrongHalf` or `noActiveKey`.
    package init(_ keyring: Keyring) throws(KeyError) {
        try keyring.require(.provider)
        guard let primary = try keyring.primary.providerKey else {
            throw KeyError(.wrongHalf, "keyring \(keyring.name) holds only the public half, which cannot seal")
        }
        (self.primary, setVersion) = (primary, keyring.setVersion)
        keys = keyring.keys.reversed().compactMap { key in
            guard let pair = key.providerKey else { return nil }
            switch key.state {
            case .active:
                return SigningKey(key: pair, setVersion: key.setVersion, created: key.created, until: nil)
            case .retiring(let until):
                return SigningKey(key: pair, setVersion: key.setVersion, created: key.created, until: until)
            case .pending, .revoked: return nil
            }
        }
    }

    /// The newest key that a device is known to have, by the version of the set that it has pinned.
    ///
    /// Without a known version, it is the newest key that has been announced, or else the oldest. Once the grace of such a key has
    /// ended, it is the primary key.
    package func key(pinnedVersion: Int?, at now: Date) -> ProviderKey {
        let usable = keys.filter { $0.until.map { now < $0 } ?? true }
        // A version that this keyring has not reached is from before its restore, and says nothing of the keys since.
        if let pinnedVersion, pinnedVersion <= setVersion {
            return usable.first { $0.setVersion <= pinnedVersion }?.key ?? primary
        }
        return (usable.first { $0.created.adding(Self.announcement) <= now } ?? usable.last)?.key ?? primary
    }
}
