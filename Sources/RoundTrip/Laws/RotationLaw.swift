import KeyManagement
import PushOpener
import PushPayload
import SealedEnvelope

extension LawCheck {
    func rotationKept() async throws {
        try await rotate(recipient, unknown: .unknownKey)
        if suite == .hpkeAuth { try await rotate(\.provider, unknown: .unknownSender) }
    }

    /// Checks the key states of one role's rotation.
    private func rotate(_ role: WritableKeyPath<RoundTripKeys, Keyring?>, unknown: Refusal.Code) async throws {
        guard let old = harness.keys[keyPath: role], let new = harness.otherKeys[keyPath: role] else { return }
        let end = Self.issuedAt + 100
        let name = old.role.rawValue
        func ring(_ oldState: KeyState, _ newState: KeyState) throws -> Keyring {
            let keys = try [
                Key(old.primary.material, state: oldState, created: 0),
                Key(new.primary.material, state: newState, created: 0),
            ]
            return Keyring(name: name, role: old.role, keys: keys)
        }
        let before = try ring(.active, .pending)
        let between = try ring(.retiring(until: end), .active)
        let revoked = try ring(.revoked, .active)
        let replaced = try await seal { $0.keys[keyPath: role] = new }.body
        func having(_ ring: Keyring, at now: UInt32 = Self.issuedAt) -> (inout OpeningInput) -> Void {
            { input in
                input.keys[keyPath: role] = ring
                input.now = now
            }
        }
        try await expect("\(name) key before", having(before))
        try await expect(from: replaced, "pending \(name) key", having(before))
        try await expect("retiring \(name) key in its last second", having(between, at: end))
        try await expect(from: replaced, "new \(name) key", having(between))
        try await expectRefusal([unknown], "retiring \(name) key past its end", having(between, at: end + 1))
        try await expect(from: replaced, "new \(name) key after the old one's end", having(between, at: end + 1))
        try await expectRefusal([.revokedKey], "revoked \(name) key", having(revoked))
    }
}
