/// The age at which keys should be replaced: a reason for warnings, never for refusing a push.
public struct KeyPolicy: Sendable, Hashable {
    /// The age at which a key should have been replaced.
    public let maximumAge: KeyPeriod
    /// The time from the first warning to that age.
    public let notice: KeyPeriod

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
    /// Cheap enough for a service to poll: it reads nothing but the keyring in memory. Keys published for demonstration are
    /// never warned about.
    public func warnings(policy: KeyPolicy = .standard, at now: UInt32) -> [KeyWarning] {
        guard !isDemonstration else { return [] }
        var urgent: [KeyWarning] = []
        var others: [KeyWarning] = []
        if !keys.contains(where: { $0.state == .active }) {
            urgent.append(KeyWarning(.noActiveKey, nil, "no key is active: nothing can be sealed"))
        }
        for key in keys {
            let due = policy.maximumAge.after(key.created)
            switch key.state {
            case .active where key.created > now:
                others.append(
                    KeyWarning(
                        .madeInTheFuture, key, time: key.created,
                        "key \(key.id) was made in the future: check the clock"))
            case .active where now >= due:
                urgent.append(
                    KeyWarning(
                        .expired, key, time: due,
                        "key \(key.id) has been due for \(KeyPeriod.rounded(now - due)): rotate it"))
            case .active where policy.notice.after(now) >= due:
                others.append(
                    KeyWarning(
                        .expiresSoon, key, time: due,
                        "key \(key.id) is due in \(KeyPeriod.rounded(due - now)): rotate it"))
            case .pending where now >= policy.notice.after(key.created):
                others.append(
                    KeyWarning(
                        .stillPending, key, time: key.created,
                        "key \(key.id) has been pending for \(KeyPeriod.rounded(now - key.created))"))
            case .retiring, .revoked:
                guard key.isSecret, !key.state.isUsable(at: now) else { continue }
                others.append(
                    KeyWarning(.endedSecret, key, "key \(key.id) is of no more use, but its secret is still there"))
            case .pending, .active: break
            }
        }
        return urgent + others
    }
}

extension KeyPeriod {
    /// A length of time in its largest whole unit, for people.
    fileprivate static func rounded(_ seconds: UInt32) -> KeyPeriod {
        for unit: UInt32 in [86_400, 3600, 60] where seconds >= unit { return .seconds(seconds / unit * unit) }
        return .seconds(seconds)
    }
}
