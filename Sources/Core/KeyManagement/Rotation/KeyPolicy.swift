public import Platform

/// The age at which keys should be replaced: a reason for warnings, never for refusing a push.
public struct KeyPolicy: Sendable, Hashable {
    package let maximumAge: Duration
    package let notice: Duration

    /// 30 days, with a warning a week before.
    public static let standard = KeyPolicy(maximumAge: .days(30), notice: .days(7))

    /// Makes a policy of the age at which a key should have been replaced, and the time from the first warning to that age.
    ///
    /// A notice that is not shorter than the age makes a new key due at once; only the command line refuses it.
    public init(maximumAge: Duration, notice: Duration) {
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
        case dueSoon
        /// The key in use has passed the age of the policy.
        case overdue
        /// No key is in use, so nothing can be sealed.
        case noActiveKey
        /// A key has been pending for longer than the policy's notice: its enrolment was not finished.
        case stillPending
        /// A key was made, or ends, later than the clock allows: the clock is behind, or it was ahead then.
        case madeInTheFuture
        /// The secret of a key that is revoked or whose grace has ended is still there, and can be erased.
        case endedSecret
    }

    /// The class of the warning.
    public let kind: Kind
    /// The key that the warning is about, where it is about one.
    public let key: Thumbprint?
    /// When the key reaches the age of the policy, was due, or was made.
    public let time: Date?
    /// The warning in words.
    public let description: String

    init(_ kind: Kind, _ key: Key?, time: Date? = nil, _ description: String) {
        self.kind = kind
        self.key = key?.thumbprint
        self.time = time
        self.description = description
    }
}

extension Keyring {
    /// The warnings at a time, the most urgent first; empty when all is well.
    ///
    /// Cheap enough for a service to poll: it reads only the keyring in memory.
    public func warnings(policy: KeyPolicy = .standard, at now: Date = Date()) -> [KeyWarning] {
        let (time, future) = (knownTime(at: now), keys.map(\.created).filter { $0 > now }.min())
        var warnings = keys.compactMap { $0.warning(policy, at: now, erasedAt: time, future: future) }
        warnings = warnings.filter { $0.kind == .overdue } + warnings.filter { $0.kind != .overdue }
        guard !keys.contains(where: { $0.state == .active }) else { return warnings }
        return [KeyWarning(.noActiveKey, nil, "no key is active: nothing can be sealed")] + warnings
    }
}

extension Key {
    /// Whether the key reaches the age of the policy within its notice, has passed that age, or was made by a clock that was ahead.
    func isDue(_ policy: KeyPolicy, at now: Date) -> Bool {
        created > now || now + policy.notice / .seconds(1) >= created + policy.maximumAge / .seconds(1)
    }

    fileprivate func warning(_ policy: KeyPolicy, at now: Date, erasedAt known: Date, future: Date?) -> KeyWarning? {
        // Not within the 32 bits of the formats, where two long times would end together.
        let due = created + policy.maximumAge / .seconds(1)
        switch state {
        case .active where created > now:
            return KeyWarning(
                .madeInTheFuture, self, time: created,
                "key \(id) was made in the future: rotate it, unless the clock is behind")
        case .active where now >= due:
            return KeyWarning(.overdue, self, time: due, "key \(id) has been due for \(due.span(to: now)): rotate it")
        case .active where isDue(policy, at: now):
            return KeyWarning(.dueSoon, self, time: due, "key \(id) is due in \(now.span(to: due)): rotate it")
        case .pending where now >= created.adding(policy.notice):
            let age = created.span(to: now)
            return KeyWarning(.stillPending, self, time: created, "key \(id) has been pending for \(age)")
        // A rotation while the clock was ahead made a key of that time. A long grace alone is the owner's choice.
        case .retiring(let until) where until >= future ?? .distantFuture:
            return KeyWarning(
                .madeInTheFuture, self, time: until,
                "key \(id) opens for \(now.span(to: until)): retire it with a shorter grace, unless the clock is behind"
            )
        case .retiring, .revoked:
            guard isSecret, !state.isUsable(at: known) else { return nil }
            return KeyWarning(
                .endedSecret, self, "key \(id) is no longer needed, but its secret is still there: erase it")
        case .pending, .active: return nil
        }
    }
}

extension Date {
    /// The time to a later one in its largest whole unit, such as `3d`, for people.
    fileprivate func span(to later: Date) -> String {
        let seconds = later.unixTime - min(unixTime, later.unixTime)
        let units: [(name: String, seconds: UInt32)] = [("d", 86_400), ("h", 3600), ("m", 60)]
        for unit in units where seconds >= unit.seconds { return "\(seconds / unit.seconds)\(unit.name)" }
        return "\(seconds)s"
    }
}
