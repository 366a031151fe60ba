public import Platform

extension Keyring {
    /// Brings a new key into use and lets the ones in use retire: they open and verify until the grace ends.
    ///
    /// A `Sealer` goes on with a provider's former key for devices that are not known to have pinned the new one, so that the
    /// rotation costs no notification. The grace is the announcement of a key to such devices, and the life of a push after it.
    ///
    /// - Throws: ``KeyError`` with `wrongHalf` for a keyring without secrets, `wrongState` for one with enrolled keys, `unavailable` without
    ///   guarded memory.
    @discardableResult
    public mutating func rotate(grace: Duration = .days(14), at now: Date = Date()) throws(KeyError) -> Key {
        try check(isSecret, .wrongHalf, "keyring \(name) holds public keys only and cannot be rotated")
        try check(
            !keys.contains { $0.enrolment != nil }, .wrongState,
            "keyring \(name) is enrolled; a new key comes by a new offer")
        let purposes = keys.last?.sharedKey?.purposes ?? SharedKey.standardPurposes
        let next = try Key(newOf: role, purposes: purposes, state: .pending, created: now)
        append(next, at: now)
        for index in keys.indices where keys[index].state == .active {
            setState(.retiring(until: now.adding(grace)), ofKeyAt: index, at: now)
        }
        setState(.active, ofKeyAt: keys.count - 1, at: now)
        countUp(at: now)
        return try key(next.thumbprint)
    }

    /// Rotates the keyring if it is due; returns the new key, or nil.
    ///
    /// - Throws: ``KeyError`` as ``rotate(grace:at:)`` does.
    @discardableResult
    package mutating func rotateIfDue(
        policy: KeyPolicy = .standard, grace: Duration = .days(14), at now: Date = Date()
    ) throws(KeyError) -> Key? {
        isDue(policy: policy, at: now) ? try rotate(grace: grace, at: now) : nil
    }

    /// Whether the key in use is due for a successor, or none is in use: rotate the keyring or, if it is enrolled, offer a new key.
    ///
    /// A key is due from the notice of the policy on, after 23 days with ``KeyPolicy/standard``, and one from the future is due.
    public func isDue(policy: KeyPolicy = .standard, at now: Date = Date()) -> Bool {
        guard let primary = try? primary else { return true }
        return primary.isDue(policy, at: now)
    }

    /// Brings a pending key into use beside the ones that are.
    ///
    /// - Throws: ``KeyError`` with `notFound`, or `wrongState` for a key that is not pending.
    package mutating func activate(_ thumbprint: Thumbprint, at now: Date = Date()) throws(KeyError) {
        let index = try index(of: thumbprint)
        guard keys[index].state == .pending else { throw wrongState(index, "activated") }
        setState(.active, ofKeyAt: index, at: now)
        countUp(at: now)
    }

    /// Takes a key out of use; it opens and verifies until the grace ends.
    ///
    /// The grace of one that retires can become shorter.
    ///
    /// - Throws: ``KeyError`` with `notFound`, or `wrongState` for a key that is revoked or would retire later than it does.
    public mutating func retire(_ thumbprint: Thumbprint, grace: Duration, at now: Date = Date()) throws(KeyError) {
        let index = try index(of: thumbprint)
        let retiring = KeyState.retiring(until: now.adding(grace))
        guard keys[index].state.canBecome(retiring) else { throw wrongState(index, "retired") }
        setState(retiring, ofKeyAt: index, at: now)
        countUp(at: now)
    }

    /// Revokes a key permanently: pushes sealed to or by it are refused with `revokedKey`.
    ///
    /// - Throws: ``KeyError`` with `notFound`, or `wrongState` for a key that is revoked already.
    public mutating func revoke(_ thumbprint: Thumbprint, at now: Date = Date()) throws(KeyError) {
        let index = try index(of: thumbprint)
        guard keys[index].state != .revoked else { throw wrongState(index, "revoked") }
        setState(.revoked, ofKeyAt: index, at: now)
        countUp(at: now)
    }

    /// Erases the secrets of keys that are revoked or whose grace has ended, and returns how many.
    ///
    /// The clock alone ends no grace here: a key must have been made after the end, a week ago or earlier. The public halves stay, so
    /// that a push to one is told from a push to an unknown key; symmetric keys are removed.
    ///
    /// - Throws: ``KeyError`` with `noActiveKey` where no active secret would be left: rotate first.
    @discardableResult
    public mutating func eraseEndedSecrets(at now: Date = Date()) throws(KeyError) -> Int {
        let time = knownTime(at: now)
        let isEnded = { (key: Key) in key.isSecret && !key.state.isUsable(at: time) }
        let ended = keys.filter(isEnded)
        guard !ended.isEmpty else { return 0 }
        try check(
            keys.contains(where: { $0.isSecret && $0.state == .active }), .noActiveKey,
            "keyring \(name) has no active key; rotate it before old secrets are erased")
        keys = keys.compactMap { isEnded($0) ? $0.publicHalf : $0 }
        unsavedEvents += ended.map { KeyEvent(.erase, $0.thumbprint, at: now) }
        return ended.count
    }

    /// A time that has passed by the clock of two days, a week apart: when the newest key was made that is a week old.
    func knownTime(at now: Date) -> Date {
        keys.map(\.created).filter { $0.adding(.days(7)) <= now }.max() ?? Date(unixTime: 0)
    }

    mutating func add(_ key: Key, at now: Date) throws(KeyError) {
        try check(
            !keys.contains(where: { $0.thumbprint == key.thumbprint }), .duplicate,
            "keyring \(name) knows key \(key.id) already")
        append(key, at: now)
        countUp(at: now)
    }

    /// Adds a key that the caller knows to be new, without the search that makes adding many keys quadratic.
    mutating func append(_ key: Key, at now: Date) {
        keys.append(key)
        unsavedEvents.append(KeyEvent(.add, key.thumbprint, at: now))
        if key.state == .active { setState(.active, ofKeyAt: keys.count - 1, at: now) }
    }

    /// Counts the version of a set that its owner publishes up, after a change of a key or of a state.
    mutating func countUp(at now: Date) {
        guard role == .provider, isSecret else { return }
        (setVersion, issued) = (setVersion + 1, now.wholeSecond)
        // A key that was imported with its set keeps the version by which devices know it.
        for index in keys.indices where keys[index].setVersion == 0 { keys[index].setVersion = setVersion }
    }

    /// Moves a key on to a state, and records that; no key becomes pending again.
    mutating func setState(_ state: KeyState, ofKeyAt index: Int, at now: Date) {
        keys[index].state = state
        let key = keys[index].thumbprint
        switch state {
        case .pending: break
        case .active: unsavedEvents.append(KeyEvent(.activate, key, at: now))
        case .retiring(let until): unsavedEvents.append(KeyEvent(.retire, key, at: now, until: until))
        case .revoked: unsavedEvents.append(KeyEvent(.revoke, key, at: now))
        }
    }

    private func wrongState(_ index: Int, _ what: String) -> KeyError {
        KeyError(
            .wrongState, "key \(keys[index].id) of keyring \(name) is \(keys[index].state.name) and cannot be \(what)")
    }
}
