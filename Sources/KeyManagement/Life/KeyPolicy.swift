/// The age at which keys should be replaced: a reason for warnings, never for refusing a push.
public struct KeyPolicy: Sendable, Hashable {
    /// The age at which a key should have been replaced.
    package let maximumAge: KeyPeriod
    /// The time from the first warning to that age.
    package let notice: KeyPeriod

    /// 30 days, with a warning a week before.
    public static let standard = KeyPolicy(maximumAge: .days(30), notice: .days(7))

    /// Makes a policy.
    public init(maximumAge: KeyPeriod, notice: KeyPeriod) {
        self.maximumAge = maximumAge
        self.notice = notice
    }
}

extension Keyring {
    /// The warnings at a time, the most urgent first; empty when all is well.
    ///
    /// Cheap enough for a service to poll: it reads only the keyring in memory. Keys published for demonstration have no warnings.
    public func warnings(policy: KeyPolicy = .standard, at now: UInt32) -> [KeyWarning] {
        guard !isDemonstration else { return [] }
        let ofKeys = keys.compactMap { $0.warning(policy, at: now) }
        let urgent = ofKeys.filter { $0.kind == .expired }
        let others = ofKeys.filter { $0.kind != .expired }
        guard !keys.contains(where: { $0.state == .active }) else { return urgent + others }
        return [KeyWarning(.noActiveKey, nil, "no key is active: nothing can be sealed")] + urgent + others
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
