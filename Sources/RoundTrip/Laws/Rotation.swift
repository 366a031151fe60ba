import KeyManagement
import PushOpener
import SealedEnvelope

extension Law {
    /// A rotation loses no push in transit, and the old key no longer opens after its end.
    public static let rotationKept = Law(
        "rotationKept",
        "before, during and after a rotation a push opens according to the states of its keys"
    ) { trial in
        let keys = trial.keys
        var trials = 0
        if trial.suite == .shared, let shared = keys.shared {
            trials += try await trial.rotate(
                shared, to: keys.strangers.shared, unknown: .unknownKey, \.shared, \.shared)
        } else {
            let stranger = keys.strangers.device
            trials += try await trial.rotate(
                keys.device, to: stranger, unknown: .unknownKey, \.device, \.device.optional)
        }
        if trial.suite == .hpkeAuth, let provider = keys.provider {
            let stranger = keys.strangers.provider
            trials += try await trial.rotate(provider, to: stranger, unknown: .unknownSender, \.provider, \.provider)
        }
        return trials
    }
}

extension Trial {
    /// Checks the key states of one role's rotation; returns the number of trials.
    fileprivate func rotate(
        _ old: Keyring,
        to new: Keyring,
        unknown: Refusal.Code,
        _ opening: WritableKeyPath<OpeningTask, Keyring?>,
        _ sealing: WritableKeyPath<SealingTask, Keyring?>
    ) async throws -> Int {
        let end = Self.issuedAt + 100
        let role = old.role
        func ring(_ states: (Keyring, KeyState)...) throws -> Keyring {
            let keys = try states.map { Key(role, try $0.primary.material, state: $1, created: 0) }
            return Keyring(name: role.rawValue, role: role, keys: keys)
        }
        let between = try ring((old, .retiring(until: end)), (new, .active))
        let replaced = try await seal { $0[keyPath: sealing] = new }

        try await expect(payload.root, "\(role) key before") {
            $0[keyPath: opening] = try? ring((old, .active), (new, .pending))
        }
        try await expect(payload.root, from: replaced.body, "pending \(role) key") {
            $0[keyPath: opening] = try? ring((old, .active), (new, .pending))
        }
        try await expect(payload.root, "retiring \(role) key in its last second") {
            $0[keyPath: opening] = between
            $0.now = end
        }
        try await expect(payload.root, from: replaced.body, "new \(role) key") { $0[keyPath: opening] = between }
        try await expectRefusal([unknown], "retiring \(role) key past its end") {
            $0[keyPath: opening] = between
            $0.now = end + 1
        }
        try await expect(payload.root, from: replaced.body, "new \(role) key after the old one's end") {
            $0[keyPath: opening] = between
            $0.now = end + 1
        }
        try await expectRefusal([.revokedKey], "revoked \(role) key") {
            $0[keyPath: opening] = try? ring((old, .revoked), (new, .active))
        }
        return 7
    }
}

extension Keyring {
    /// The keyring as an optional, for key paths.
    fileprivate var optional: Keyring? {
        get { self }
        set { if let newValue { self = newValue } }
    }
}
