public import KeyManagement

/// The keys that a device half opens and verifies with, found by role and id, never by trial.
public struct OpeningKeys: Sendable {
    private var keys: [KeyRole: [KeyID: [Key]]] = [:]

    /// Whether a provider is pinned: also by a keyring that holds no key yet, which must not let everyone in.
    let pinsProvider: Bool

    /// Takes the device's own keyring, the pinned provider's (the public half is enough) and the shared one.
    ///
    /// Once a provider is pinned, pushes that prove nothing about their sender are refused; a provider's keyring that is
    /// still empty pins, too.
    ///
    /// - Throws: ``KeyError`` with `wrongRole` for a keyring in another's place, `wrongHalf` for a device keyring without
    ///   its secrets.
    public init(device: Keyring? = nil, provider: Keyring? = nil, shared: Keyring? = nil) throws(KeyError) {
        pinsProvider = provider != nil
        for (keyring, role) in [(device, KeyRole.device), (provider, .provider), (shared, .shared)] {
            guard let keyring else { continue }
            try keyring.require(role)
            for key in keyring.keys {
                guard role == .provider || key.isSecret else {
                    throw KeyError(.wrongHalf, "keyring \(keyring.name) holds only the public half, which cannot open")
                }
                keys[role, default: [:]][key.id, default: []].append(key)
            }
        }
    }

    /// Finds the keys of a role that share an id and are usable at a time.
    ///
    /// - Throws: ``Refusal`` with `unknown` where there is none, with `revokedKey` where there is only a revoked one.
    func find(
        _ role: KeyRole,
        _ id: KeyID,
        at now: UInt32,
        unknown: Refusal.Code
    ) throws(Refusal) -> [Key] {
        let found = keys[role]?[id] ?? []
        let usable = found.filter { $0.state.isUsable(at: now) }
        guard usable.isEmpty else { return usable }
        if found.contains(where: { $0.state == .revoked }) {
            throw Refusal(.revokedKey, "\(role.rawValue) key \(id) is revoked")
        }
        throw Refusal(
            unknown,
            found.isEmpty ? "no \(role.rawValue) key has id \(id)" : "the grace of \(role.rawValue) key \(id) has ended"
        )
    }
}
