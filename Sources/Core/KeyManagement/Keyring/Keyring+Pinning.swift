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
        try add(Key(Role.role, .publicHalf(key.point), state: state, created: now), at: now)
    }

    /// Follows a keyring that its owner has published again, after a rotation, say.
    ///
    /// New keys are added. Known keys move on to the owner's state, but never back: what was revoked here stays revoked, and a
    /// grace never becomes longer. Keys that the published keyring lacks stay as they are.
    ///
    /// - Throws: ``KeyError`` with `wrongRole`, `wrongHalf` for a keyring with secrets.
    public mutating func pin(_ published: Keyring, at now: Date = Date()) throws(KeyError) {
        try requireForPublicKeys(of: published.role)
        var indices: [Thumbprint: Int] = [:]
        for (index, key) in keys.enumerated() { indices[key.thumbprint] = index }
        for key in try published.publicHalf().keys {
            guard let index = indices[key.thumbprint] else {
                indices[key.thumbprint] = keys.count
                append(key.taken(at: now), at: now)
                continue
            }
            if keys[index].state.canBecome(key.state) { setState(key.state, ofKeyAt: index, at: now) }
        }
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
