public import Platform
import StrictJSON

/// The provider key that authenticates a push.
public enum SigningKey: Sendable, Hashable, Codable {
    /// The primary key.
    case primary
    /// The key that was primary before, while its grace lasts and until a time; then the primary key.
    ///
    /// For a device that has not pinned the new key yet, as it says in a report with the action `wait`.
    case former(until: Date)
}

extension Keyring {
    /// The key that authenticates pushes to a device after its report on a key of this provider keyring.
    ///
    /// While the device has not pinned the new key, its report says `wait`, and the former key is taken until the period ends: it
    /// may lose its report that it has pinned the key. Otherwise it is the primary key. A ``DeviceRegistry`` keeps it.
    public func signingKey(
        after report: KeyReport, for period: Duration = .days(7), at now: Date = Date()
    ) -> SigningKey {
        action(on: report) == .wait ? .former(until: now.adding(period)) : .primary
    }

    private static let formerKeyMember = "formerKeyUntil"

    /// The provider key that authenticates pushes to the device of this registration, kept in the JWK Set's `sealedpush` object.
    var signingKey: SigningKey {
        get {
            let until = otherMembers[JWK.lifeMember]?.objectValue?[Self.formerKeyMember]?.unixTime
            return until.map { .former(until: $0) } ?? .primary
        }
        set {
            var members = otherMembers[JWK.lifeMember]?.objectValue ?? JSONObject()
            members[Self.formerKeyMember] =
                if case .former(let until) = newValue { .number(JSONNumber(until.unixTime)) } else { nil }
            otherMembers[JWK.lifeMember] = members.isEmpty ? nil : .object(members)
        }
    }
}
