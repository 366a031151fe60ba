public import KeyManagement

/// The keys with which a device half opens and verifies, found by role and id, never by trial.
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

    /// Whether a provider is pinned; also true for an empty provider keyring, which must not accept every sender.
    var pinsProvider: Bool { provider != nil }

    /// Takes the device's keyring, the pinned provider's (the public half is sufficient) and the shared one.
    ///
    /// With a pinned provider, pushes that do not authenticate their sender are refused. An empty provider keyring
    /// counts as pinned.
    ///
    /// - Throws: ``KeyError`` with `wrongRole` for a keyring of another role, `wrongHalf` for a device or shared
    ///   keyring without its secrets.
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

    /// Returns the keys with an id that are usable; throws `unknown`, or `revokedKey` if one of them is revoked.
    package func find(
        _ role: KeyRole, _ id: KeyID, at now: UInt32, unknown: Refusal.Code
    ) throws(Refusal) -> [Key] {
        let found = held(role)?.keys[id] ?? []
        // A key whose secret was erased stays in the keyring so that its id is known, but cannot open anything.
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

    /// Returns the reports for the provider about the keys of an opened push; empty if the keys are current.
    public func reports(on push: OpenedPush, at now: UInt32) -> [KeyReport] {
        let recipient = held(push.envelope.suite == .shared ? .shared : .device)?.keyring.report(
            on: push.envelope.recipient, at: now)
        let sender = push.envelope.sender.flatMap { provider?.keyring.report(on: $0, at: now) }
        return [recipient, sender].compactMap { $0 }.filter { $0.action != .ignore }
    }
}
