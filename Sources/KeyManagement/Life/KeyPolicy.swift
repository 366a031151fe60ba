/// The age at which keys should be replaced: a reason for warnings, never for refusing a push.
public struct KeyPolicy: Sendable, Hashable {
    package let maximumAge: KeyPeriod
    package let notice: KeyPeriod

    /// 30 days, with a warning a week before.
    public static let standard = KeyPolicy(maximumAge: .days(30), notice: .days(7))

    /// Makes a policy of the age at which a key should have been replaced, and the time from the first warning to that age.
    public init(maximumAge: KeyPeriod, notice: KeyPeriod) {
        self.maximumAge = maximumAge
        self.notice = notice
    }
}

/// A state of a keyring that needs attention.
public struct KeyWarning: Sendable, Hashable, CustomStringConvertible {
    /// The class of a warning; new kinds may be added.
    @nonexhaustive
    public enum Kind: String, CaseIterable, Sendable {
        /// The key in use reaches the age of the policy soon.
        case expiresSoon
        /// The key in use has passed the age of the policy.
        case expired
        /// No key is in use, so nothing can be sealed.
        case noActiveKey
        /// A key has been pending for longer than the policy's notice: its enrolment or rotation was not finished.
        case stillPending
        /// The clock shows a time before the key was made, so ages are unknown.
        case madeInTheFuture
        /// The secret of a key that is revoked or whose grace has ended is still there.
        case endedSecret
    }

    /// The class of the warning.
    public let kind: Kind
    /// The key that the warning is about, where it is about one.
    public let key: Thumbprint?
    /// When the key reaches the age of the policy, was due, or was made, in UNIX seconds.
    public let time: UInt32?
    /// The warning in words.
    public let description: String

    init(_ kind: Kind, _ key: Key?, time: UInt32? = nil, _ description: String) {
        self.kind = kind
        self.key = key?.thumbprint
        self.time = time
        self.description = description
    }
}

extension Keyring {
    /// The warnings at a time, the most urgent first; empty when all is well.
    ///
    /// Cheap enough for a service to poll: it reads only the keyring in memory. Keys published for demonstration have no warnings.
    public func warnings(policy: KeyPolicy = .standard, at now: UInt32) -> [KeyWarning] {
        guard !isDemonstration else { return [] }
        var warnings = keys.compactMap { $0.warning(policy, at: now) }
        warnings = warnings.filter { $0.kind == .expired } + warnings.filter { $0.kind != .expired }
        guard !keys.contains(where: { $0.state == .active }) else { return warnings }
        return [KeyWarning(.noActiveKey, nil, "no key is active: nothing can be sealed")] + warnings
    }
}

extension Key {
    fileprivate func warning(_ policy: KeyPolicy, at now: UInt32) -> KeyWarning? {
        let due = policy.maximumAge.after(created)
        switch state {
        case .active where created > now:
            return KeyWarning(
                .madeInTheFuture, self, time: created, "key \(id) was made in the future: check the clock")
        case .active where now >= due:
            let overdue = KeyPeriod.rounded(now - due)
            return KeyWarning(.expired, self, time: due, "key \(id) has been due for \(overdue): rotate it")
        case .active where policy.notice.after(now) >= due:
            let rest = KeyPeriod.rounded(due - now)
            return KeyWarning(.expiresSoon, self, time: due, "key \(id) is due in \(rest): rotate it")
        case .pending where now >= policy.notice.after(created):
            let age = KeyPeriod.rounded(now - created)
            return KeyWarning(.stillPending, self, time: created, "key \(id) has been pending for \(age)")
        case .retiring, .revoked:
            guard isSecret, !state.isUsable(at: now) else { return nil }
            return KeyWarning(.endedSecret, self, "key \(id) is no longer needed, but its secret is still there")
        case .pending, .active: return nil
        }
    }
}

extension KeyPeriod {
    /// A length of time in its largest whole unit, for people.
    fileprivate static func rounded(_ seconds: UInt32) -> KeyPeriod {
        for unit: UInt32 in [86_400, 3600, 60] where seconds >= unit { return .seconds(seconds / unit * unit) }
        return .seconds(seconds)
    }
}
