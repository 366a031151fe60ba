public import KeyManagement
public import Platform

/// The keys with which a device half opens and verifies, found by role and id, never by trial.
public struct OpeningKeys: Sendable {
    /// A keyring, and its keys by their ids.
    private struct IndexedKeyring: Sendable {
        let keyring: Keyring
        let keys: [KeyID: [Key]]

        init(_ keyring: Keyring, as role: KeyRole) throws(KeyError) {
            try keyring.require(role)
            guard role == .provider || keyring.isSecret else {
                throw KeyError(.wrongHalf, "keyring \(keyring.name) holds only the public half, which cannot open")
            }
            // Chains are read from their store for each envelope, and not kept.
            self.keyring = keyring.currentHome == nil ? keyring : keyring.withoutChains
            keys = Dictionary(grouping: self.keyring.keys) { $0.id }
        }
    }

    private var device, provider, shared: KeyringFollower<IndexedKeyring>?
    /// The store of the device's keyring, which has its chains; nil for a keyring that is in memory only.
    private let home: KeyringHome?
    private let isReadOnly: Bool
    /// The longest wait of an opening until the chains are moved forward.
    package var advanceLimit = Duration.seconds(1)

    /// Whether a provider is pinned; also true for an empty provider keyring, which must not accept every sender.
    var pinsProvider: Bool { provider != nil }

    /// Takes the device's keyring, the pinned provider's (the public half is sufficient) and the shared one.
    ///
    /// With a pinned provider, pushes that do not authenticate their sender are refused. An empty provider keyring
    /// counts as pinned. Keyrings that were read from a `KeyDirectory` or another `KeyStore` are followed: a change takes effect
    /// within the interval of the policy.
    ///
    /// A keyring with enrolled keys that was loaded from a `SynchronousKeyStore` moves its chains forward there after each push that
    /// opened, once a day. With `isReadOnly` nothing is written: for a widget, and for every reader that only draws.
    ///
    /// - Throws: `KeyError` with `wrongRole` for a keyring of another role, `wrongHalf` for a device or shared
    ///   keyring without its secrets.
    public init(
        device: Keyring? = nil, provider: Keyring? = nil, shared: Keyring? = nil,
        isReadOnly: Bool = false, refresh: RefreshPolicy = RefreshPolicy()
    ) throws(KeyError) {
        home = device?.currentHome
        self.isReadOnly = isReadOnly
        func follow(_ keyring: Keyring?, as role: KeyRole) throws(KeyError) -> KeyringFollower<IndexedKeyring>? {
            guard let keyring else { return nil }
            return try KeyringFollower(keyring, policy: refresh) { keyring throws(KeyError) in
                try IndexedKeyring(keyring, as: role)
            }
        }
        self.device = try follow(device, as: .device)
        self.provider = try follow(provider, as: .provider)
        self.shared = try follow(shared, as: .shared)
    }

    private func keyring(of role: KeyRole) throws(KeyError) -> IndexedKeyring? {
        switch role {
        case .device: try device?.current()
        case .provider: try provider?.current()
        case .shared: try shared?.current()
        }
    }

    /// Returns the keys with an id that are usable; throws `unknown`, `revokedKey` if one of them is
    /// revoked, or `keyringUnavailable`; of shared keys those for a purpose, or `unauthenticatedSender` if they have others.
    package func find(
        _ role: KeyRole, _ id: KeyID, for purpose: Purpose, at now: Date, unknown: Refusal.Code,
        readsChains: Bool = false
    ) throws(Refusal) -> [Key] {
        var found: [Key]
        do throws(KeyError) {
            found = try keyring(of: role)?.keys[id] ?? []
            // A revoked key, or one that is not there, needs no reading.
            if readsChains, let home, let device = try keyring(of: role)?.keyring, !found.isEmpty {
                found = try home.read(as: device).keys.filter { $0.id == id }
            }
        } catch {
            throw Refusal(.keyringUnavailable, error.reason)
        }
        if role == .shared, !found.isEmpty {
            found.removeAll { !($0.sharedKey?.purposes.contains(purpose) ?? false) }
            if found.isEmpty { throw Refusal(.unauthenticatedSender, "shared key \(id) is for other purposes") }
        }
        // A key whose secret was erased stays in the keyring so that its id is known, but cannot open anything.
        let usable = found.filter { $0.state.isUsable(at: now) && (role == .provider || $0.isSecret) }
        guard usable.isEmpty else { return usable }
        if found.contains(where: { $0.state == .revoked }) {
            throw Refusal(.revokedKey, "\(role.rawValue) key \(id) is revoked", key: id, role: role)
        }
        let reason =
            if found.isEmpty {
                "no \(role.rawValue) key has id \(id)"
            } else if found.contains(where: {
                $0.state.isUsable(at: now)
            }) { "the secret of \(role.rawValue) key \(id) was erased" } else {
                "the grace of \(role.rawValue) key \(id) has ended"
            }
        throw Refusal(unknown, reason, key: id, role: role)
    }
}

extension OpeningKeys {
    /// Moves the chains of the device forward to an authenticated time; false if they could not be, which changes nothing for the user.
    func advance(to time: UInt32, opened: Thumbprint) -> Bool {
        guard !isReadOnly else { return true }
        guard var device = try? keyring(of: .device)?.keyring else { return false }
        // Without a store, nothing is kept.
        return home?.advance(device, to: time, opened: opened, within: advanceLimit)
            ?? ((try? device.advance(to: time, opened: opened)) == false)
    }

    /// Returns the report for the provider about a push that was refused because of a key; nil for other refusals.
    public func report(on refusal: Refusal, at now: Date = Date()) -> KeyReport? {
        guard let id = refusal.key, let role = refusal.keyRole else { return nil }
        var keyring = keyring(role)
        // A key that was offered and has no chain, as in a backup, is none that the provider can seal to.
        if refusal.code == .suiteMismatch { keyring?.keys.removeAll { $0.id == id && $0.state == .pending } }
        return keyring?.report(on: id, at: now)
    }

    /// Returns the reports for the provider about the keys of an opened push; empty if the keys are current.
    public func reports(on push: OpenedPush, at now: Date = Date()) -> [KeyReport] {
        let recipient = keyring(push.envelope.suite == .shared ? .shared : .device)?.report(
            on: push.envelope.recipient.keyID, at: now)
        let sender = push.envelope.sender.flatMap { keyring(.provider)?.report(on: $0.keyID, at: now) }
        return [recipient, sender].compactMap { $0 }.filter { $0.action != .ignore }
    }

    /// The keyring of a role, an empty one if there is none; nil if it cannot be read.
    private func keyring(_ role: KeyRole) -> Keyring? {
        do throws(KeyError) {
            return try keyring(of: role)?.keyring ?? .forPublicKeys(name: "none", role: role)
        } catch {
            return nil
        }
    }
}
