public import Platform

extension Keyring {
    /// Adds the public half of another party's key: a provider's that a device pins, or a device's.
    ///
    /// - Throws: ``KeyError`` with `wrongRole`, `wrongHalf` for a keyring with secrets, or `duplicate` for a key that the
    ///   keyring knows, in whatever state: a revoked key does not come back.
    public mutating func pin<Role>(_ key: PublicKey<Role>, state: KeyState = .active, at now: Date = Date())
        throws(KeyError)
    {
        try requireForPublicKeys(of: Role.role)
        try add(Key(Role.role, .publicHalf(key.point), state: state, created: now, enrolment: key.enrolment), at: now)
    }

    /// Takes over a set that its owner has published, after a rotation, say.
    ///
    /// A set of a higher version replaces the pinned one: keys that it lacks retire with the grace, new keys are added, and known
    /// ones move on to the owner's state, but never back: what was revoked here stays revoked, and a grace never becomes longer.
    /// The version that is pinned already changes nothing. Where no version is pinned, keys without one, as a device's, are only added
    /// and moved on.
    ///
    /// - Throws: ``KeyError`` with `wrongRole`, `wrongHalf` for a keyring with secrets, `olderSet` for no version or a lower one than the
    ///   pinned one, or for other keys of the same; `wrongState` for a new key that is enrolled, whose chain only an enrolment brings.
    public mutating func pin(
        _ published: Keyring, grace: Duration = .days(14), at now: Date = Date()
    ) throws(KeyError) {
        try requireForPublicKeys(of: published.role)
        if setVersion > 0, try !isNewer(published) { return }
        var indices: [Thumbprint: Int] = [:]
        for (index, key) in keys.enumerated() { indices[key.thumbprint] = index }
        var missing = indices
        for key in try published.publicHalf().keys {
            missing[key.thumbprint] = nil
            guard let index = indices[key.thumbprint] else {
                try check(
                    key.enrolment == nil, .wrongState, "key \(key.id) is enrolled; its chain comes by an offer")
                indices[key.thumbprint] = keys.count
                append(key.taken(at: now), at: now)
                continue
            }
            keys[index].setVersion = key.setVersion
            if keys[index].state.canBecome(key.state) { setState(key.state, ofKeyAt: index, at: now) }
        }
        guard published.setVersion > 0 else { return }
        (setVersion, issued) = (published.setVersion, published.issued)
        let retiring = KeyState.retiring(until: now.adding(grace))
        for index in missing.values where keys[index].state.canBecome(retiring) {
            setState(retiring, ofKeyAt: index, at: now)
        }
    }

    /// Whether a published set is newer than the one that is pinned; false for the same one.
    func isNewer(_ published: Keyring) throws(KeyError) -> Bool {
        let known = Set(keys.map(\.thumbprint))
        let isSame = published.setVersion == setVersion && published.keys.allSatisfy { known.contains($0.thumbprint) }
        try check(
            published.setVersion > setVersion || isSame, .olderSet,
            "version \(published.setVersion) of keyring \(name) is older than version \(setVersion), which is pinned, or another set"
        )
        return !isSame
    }

    /// A new keyring in which the keys of this published one are pinned.
    func pins(at now: Date) throws(KeyError) -> Keyring {
        var pinned = Keyring.forPublicKeys(name: name, role: role)
        try pinned.pin(self, at: now)
        return pinned
    }

    private func requireForPublicKeys(of role: KeyRole) throws(KeyError) {
        try require(role)
        try check(!isSecret, .wrongHalf, "keyring \(name) holds secrets of its own; pin public keys in another one")
    }
}

extension KeyState {
    /// Whether a state may follow this one: states only move forward.
    func canBecome(_ next: KeyState) -> Bool {
        switch (self, next) {
        case (.pending, .active), (.pending, .retiring), (.active, .retiring): true
        case (.retiring(let until), .retiring(let next)): next < until
        case (.pending, .revoked), (.active, .revoked), (.retiring, .revoked): true
        default: false
        }
    }
}
