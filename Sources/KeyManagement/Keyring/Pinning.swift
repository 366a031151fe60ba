extension Keyring {
    /// Takes in the public half of another party's key: a provider's that a device pins, or a device's.
    ///
    /// - Throws: ``KeyError`` with `wrongRole`, `wrongHalf` for a keyring with secrets, or `duplicate` for a key that the
    ///   keyring knows, in whatever state: a revoked key does not come back.
    public mutating func pin<Role>(
        _ key: PublicKey<Role>,
        state: KeyState = .active,
        at now: UInt32
    ) throws(KeyError) {
        try require(Role.role)
        guard !isSecret else {
            throw KeyError(.wrongHalf, "keyring \(name) holds secrets of its own; pin public keys in another one")
        }
        try add(Key(Role.material(of: key), state: state, created: now), at: now)
    }

    /// Follows a keyring that its owner has published again, after a rotation, say.
    ///
    /// Keys that are new are taken in. Keys that are known go on to the state that the owner gives them, but never back:
    /// what was revoked here stays revoked, and a grace is never made longer. Keys of others stay as they are.
    ///
    /// - Throws: ``KeyError`` with `wrongRole`, `wrongHalf` for a keyring with secrets.
    public mutating func pin(_ published: Keyring, at now: UInt32) throws(KeyError) {
        try require(published.role)
        guard !isSecret else {
            throw KeyError(.wrongHalf, "keyring \(name) holds secrets of its own; pin public keys in another one")
        }
        var indices: [Thumbprint: Int] = [:]
        for (index, key) in keys.enumerated() { indices[key.thumbprint] = index }
        for key in try published.publicHalf().keys {
            guard let index = indices[key.thumbprint] else {
                indices[key.thumbprint] = keys.count
                append(key, at: now)
                continue
            }
            guard keys[index].state.canBecome(key.state) else { continue }
            keys[index].state = key.state
            record(key.state, of: key.thumbprint, at: now)
        }
    }

    private mutating func record(_ state: KeyState, of key: Thumbprint, at now: UInt32) {
        switch state {
        case .pending: break
        case .active: unsavedEvents.append(KeyEvent(.activate, key, at: now))
        case .retiring(let until): unsavedEvents.append(KeyEvent(.retire, key, at: now, until: until))
        case .revoked: unsavedEvents.append(KeyEvent(.revoke, key, at: now))
        }
    }
}

extension KeyState {
    /// Whether a state may follow this one: a life goes on, and never back.
    fileprivate func canBecome(_ next: KeyState) -> Bool {
        switch (self, next) {
        case (.pending, .active), (.pending, .retiring), (.active, .retiring): true
        case (.retiring(let until), .retiring(let next)): next < until
        case (.pending, .revoked), (.active, .revoked), (.retiring, .revoked): true
        default: false
        }
    }
}
