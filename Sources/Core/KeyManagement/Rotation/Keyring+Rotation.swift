public import Platform

extension Keyring {
    /// Brings a new key into use and lets the ones in use retire: they open and verify until the grace ends.
    ///
    /// A pending key made by ``prepare(at:)`` comes into use where there is one, otherwise a key made now.
    ///
    /// - Throws: ``KeyError`` with `wrongHalf` for a keyring without secrets, `unavailable` without guarded memory.
    @discardableResult
    public mutating func rotate(grace: Duration, at now: Date = Date()) throws(KeyError) -> Key {
        try requireSecrets("be rotated")
        let next = if let preparedKey { preparedKey } else { try prepare(at: now) }
        retireActiveKeys(but: next.thumbprint, grace: grace, at: now)
        try activate(next.thumbprint, at: now)
        return try key(next.thumbprint)
    }

    /// Makes the key that the next rotation brings into use; until then it opens and verifies, and nothing is sealed to or by it.
    ///
    /// - Throws: ``KeyError`` with `wrongHalf` for a keyring without secrets, `unavailable` without guarded memory.
    @discardableResult
    public mutating func prepare(at now: Date = Date()) throws(KeyError) -> Key {
        try requireSecrets("make keys")
        let purposes = keys.last?.sharedKey?.purposes ?? SharedKey.standardPurposes
        let key = try Key(newOf: role, purposes: purposes, state: .pending, created: now)
        try add(key, at: now)
        return key
    }

    /// Brings a pending key into use beside the ones that are.
    ///
    /// - Throws: ``KeyError`` with `notFound`, or `wrongState` for a key that is not pending.
    public mutating func activate(_ thumbprint: Thumbprint, at now: Date = Date()) throws(KeyError) {
        let index = try index(of: thumbprint)
        guard keys[index].state == .pending else { throw wrongState(index, "activated") }
        setState(.active, ofKeyAt: index, at: now)
    }

    /// Takes a key out of use; it opens and verifies until the grace ends.
    ///
    /// - Throws: ``KeyError`` with `notFound`, or `wrongState` for a key that is revoked or retired already.
    public mutating func retire(_ thumbprint: Thumbprint, grace: Duration, at now: Date = Date()) throws(KeyError) {
        let index = try index(of: thumbprint)
        switch keys[index].state {
        case .pending, .active: setState(.retiring(until: now.adding(grace)), ofKeyAt: index, at: now)
        case .retiring, .revoked: throw wrongState(index, "retired")
        }
    }

    /// Revokes a key permanently: pushes sealed to or by it are refused with `revokedKey`.
    ///
    /// - Throws: ``KeyError`` with `notFound`, or `wrongState` for a key that is revoked already.
    public mutating func revoke(_ thumbprint: Thumbprint, at now: Date = Date()) throws(KeyError) {
        let index = try index(of: thumbprint)
        guard keys[index].state != .revoked else { throw wrongState(index, "revoked") }
        setState(.revoked, ofKeyAt: index, at: now)
    }

    /// Erases the secrets of keys that are revoked or whose grace has ended, and returns how many.
    ///
    /// The public halves stay, so that a push to one is told from a push to an unknown key; symmetric keys are removed.
    ///
    /// - Throws: ``KeyError`` with `noActiveKey` where no active secret would be left: rotate first.
    @discardableResult
    public mutating func eraseEndedSecrets(at now: Date = Date()) throws(KeyError) -> Int {
        let isEnded = { (key: Key) in key.isSecret && !key.state.isUsable(at: now) }
        let ended = keys.filter(isEnded)
        guard !ended.isEmpty else { return 0 }
        try check(
            keys.contains(where: { $0.isSecret && $0.state == .active }), .noActiveKey,
            "keyring \(name) has no active key; rotate it before old secrets are erased")
        keys = keys.compactMap { isEnded($0) ? $0.publicHalf : $0 }
        unsavedEvents += ended.map { KeyEvent(.erase, $0.thumbprint, at: now) }
        return ended.count
    }

    /// The oldest key that waits to come into use: of a keyring with secrets, one whose secret is there.
    package var preparedKey: Key? {
        keys.filter { $0.state == .pending && (!isSecret || $0.isSecret) }.min { $0.created < $1.created }
    }

    mutating func retireActiveKeys(but next: Thumbprint, grace: Duration, at now: Date) {
        for index in keys.indices where keys[index].state == .active && keys[index].thumbprint != next {
            setState(.retiring(until: now.adding(grace)), ofKeyAt: index, at: now)
        }
    }

    mutating func add(_ key: Key, at now: Date) throws(KeyError) {
        try check(
            !keys.contains(where: { $0.thumbprint == key.thumbprint }), .duplicate,
            "keyring \(name) knows key \(key.id) already")
        append(key, at: now)
    }

    /// Adds a key that the caller knows to be new, without the search that makes adding many keys quadratic.
    mutating func append(_ key: Key, at now: Date) {
        keys.append(key)
        unsavedEvents.append(KeyEvent(.add, key.thumbprint, at: now))
        if key.state == .active { setState(.active, ofKeyAt: keys.count - 1, at: now) }
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

    private func requireSecrets(_ what: String) throws(KeyError) {
        try check(isSecret, .wrongHalf, "keyring \(name) holds public keys only and cannot \(what)")
    }

    private func wrongState(_ index: Int, _ what: String) -> KeyError {
        KeyError(
            .wrongState, "key \(keys[index].id) of keyring \(name) is \(keys[index].state.name) and cannot be \(what)")
    }
}
