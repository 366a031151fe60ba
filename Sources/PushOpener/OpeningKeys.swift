public import KeyManagement

/// The keys that a device half opens and verifies with, found by role and id, never by trial.
public struct OpeningKeys: Sendable {
    /// A keyring, and its keys by their ids.
    private struct Held {
        let keyring: Keyring
        let keys: [KeyID: [Key]]

        init(_ keyring: Keyring, as role: KeyRole) throws(KeyError) {
            try keyring.require(role)
            guard role == .provider || keyring.isSecret else {
                throw KeyError(.wrongHalf, "keyring \(keyring.name) holds only the public half, which cannot open")
            }
            self.keyring = keyring
            keys = Dictionary(grouping: keyring.keys) { $0.id }
        }
    }

    private var device, provider, shared: Held?

    /// Whether a provider is pinned: also by a keyring that holds no key yet, which must not let everyone in.
    var pinsProvider: Bool { provider != nil }

    /// Takes the device's own keyring, the pinned provider's (the public half is enough) and the shared one.
    ///
    /// Once a provider is pinned, pushes that prove nothing about their sender are refused; a provider's keyring that is
    /// still empty pins, too.
    ///
    /// - Throws: ``KeyError`` with `wrongRole` for a keyring in another's place, `wrongHalf` for a device keyring without
    ///   its secrets.
    public init(device: Keyring? = nil, provider: Keyring? = nil, shared: Keyring? = nil) throws(KeyError) {
        if let device { self.device = try Held(device, as: .device) }
        if let provider { self.provider = try Held(provider, as: .provider) }
        if let shared { self.shared = try Held(shared, as: .shared) }
    }

    private func held(_ role: KeyRole) -> Held? {
        switch role {
        case .device: device
        case .provider: provider
        case .shared: shared
        }
    }

    /// Returns the keys of a role that share an id and are usable at a time.
    ///
    /// - Throws: ``Refusal`` with `unknown` where there is none, with `revokedKey` where there is only a revoked one.
    package func find(
        _ role: KeyRole,
        _ id: KeyID,
        at now: UInt32,
        unknown: Refusal.Code
    ) throws(Refusal) -> [Key] {
        let found = held(role)?.keys[id] ?? []
        // A key whose secret was erased stays in the keyring, so that it is known; it opens nothing.
        let usable = found.filter { $0.state.isUsable(at: now) && (role == .provider || $0.isSecret) }
        guard usable.isEmpty else { return usable }
        if found.contains(where: { $0.state == .revoked }) {
            throw Refusal(.revokedKey, "\(role.rawValue) key \(id) is revoked", key: id, role: role)
        }
        throw Refusal(
            unknown,
            found.isEmpty
                ? "no \(role.rawValue) key has id \(id)" : "the grace of \(role.rawValue) key \(id) has ended",
            key: id, role: role
        )
    }
}

extension OpeningKeys {
    /// Returns the report for the provider about a push that was refused because of a key; nil for other refusals.
    public func report(on refusal: Refusal, at now: UInt32) -> KeyReport? {
        guard let id = refusal.key, let role = refusal.keyRole else { return nil }
        return (held(role)?.keyring ?? .forPublicKeys(name: "none", role: role)).report(on: id, at: now)
    }

    /// Returns the reports for the provider about the keys of a push that opened; empty when the keys are current.
    public func reports(on push: OpenedPush, at now: UInt32) -> [KeyReport] {
        let recipient = held(push.envelope.suite == .shared ? .shared : .device)?.keyring.report(
            on: push.envelope.recipient, at: now)
        let sender = push.envelope.sender.flatMap { provider?.keyring.report(on: $0, at: now) }
        return [recipient, sender].compactMap { $0 }.filter { $0.action != .ignore }
    }
}
