import KeyManagement
import Platform
import PushOpener
import PushSealer

extension LawCheck {
    func replayRefused() async throws {
        let memory = ReplayMemory()
        func inRequest(_ request: String?) -> Change { Self.request(request, remembered: memory) }
        try await expect("opened first", inRequest("request 1"))
        try await expect("opened again for the same request", inRequest("request 1"))
        try await expectRefusal([.replayed], "opened again for another request", inRequest("request 2"))
        try await expectRefusal([.replayed], "opened again without a request", inRequest(nil))
        try await expectRefusal([.replayed], "opened again for an empty request", inRequest(""))
        try await expectRefusal(
            [.replayed], of: JSONRewriting(escapesAll: true).text(of: body), "opened again, rewritten in transit",
            inRequest("request 3"))
        // A refused push is not stored, so a sender without a key cannot fill or poison the store.
        let empty = ReplayMemory()
        try await expectRefusal([.cannotOpen], "under another topic") { input in
            input.replayStore = empty
            input.topic += "x"
        }
        try await expect("opened after a refusal") { $0.replayStore = empty }
    }

    func expiredRefused() async throws {
        for lifetime in [0.0, 3600] {
            let body: [UInt8]
            do {
                body = try await seal { $0.options.expiresIn = .seconds(lifetime) }.body
            } catch let error as SealError where error.code == .tooLarge {
                throw Verdict.doesNotApply("the payload is too large for the addition")
            }
            let end = Self.issuedAt + lifetime
            try await expect(from: body, "60 seconds after the end", at(end + 60))
            try await expectRefusal([.expired], of: body, "61 seconds after the end", at(end + 61))
            try await expectRefusal([.expired], of: body, "at the end of time", at(Date(unixTime: .max)))
        }
    }

    func futureRefused() async throws {
        try await expect("sealed 300 seconds ahead", at(Self.issuedAt - 300))
        try await expectRefusal([.notYetValid], "sealed 301 seconds ahead", at(Self.issuedAt - 301))
        try await expectRefusal([.notYetValid], "at the beginning of time", at(Date(unixTime: 0)))
    }

    private func at(_ now: Date) -> Change { { $0.now = now } }

    func rotationKept() async throws {
        try await rotate(recipient, unknown: .unknownKey)
        if suite.authenticatesSender { try await rotate(\.provider, unknown: .unknownSender) }
    }

    /// Checks the key states of one role's rotation.
    private func rotate(_ role: WritableKeyPath<RoundTripKeys, Keyring?>, unknown: Refusal.Code) async throws {
        guard let old = keys[keyPath: role], let new = otherKeys[keyPath: role] else { return }
        let end = Self.issuedAt + 100
        let name = UTF8Text(old.role.rawValue)
        func ring(_ oldState: KeyState, _ newState: KeyState) throws -> Keyring {
            let keys = try [
                Key(
                    old.role, old.primary.material, state: oldState, created: Self.issuedAt,
                    enrolment: old.primary.enrolment),
                Key(
                    new.role, new.primary.material, state: newState, created: Self.issuedAt,
                    enrolment: new.primary.enrolment),
            ]
            return Keyring(name: name, role: old.role, keys: keys)
        }
        let before = try ring(.active, .pending)
        let between = try ring(.retiring(until: end), .active)
        let revoked = try ring(.revoked, .active)
        let replaced = try await seal { $0.keys[keyPath: role] = new }.body
        func having(_ ring: Keyring, at now: Date = Self.issuedAt) -> Change {
            { input in
                input.keys[keyPath: role] = ring
                input.now = now
            }
        }
        try await expect("\(name) key before", having(before))
        try await expect(from: replaced, "pending \(name) key", having(before))
        try await expect("retiring \(name) key 60 seconds past its end", having(between, at: end + 60))
        try await expect(from: replaced, "new \(name) key", having(between))
        try await expectRefusal(
            [unknown], "retiring \(name) key 61 seconds past its end", having(between, at: end + 61))
        try await expect(from: replaced, "new \(name) key after the old one's end", having(between, at: end + 61))
        try await expectRefusal([.revokedKey], "revoked \(name) key", having(revoked))
    }
}
