package import Platform

/// A copy of a keyring, such as one of a backup, moves nothing back.
extension Keyring {
    /// Merges a copy of the keyring: keys and secrets that are missing are added, and states move forward only.
    ///
    /// The secret of a key that has ended here stays erased.
    ///
    /// - Throws: ``KeyError`` with `wrongRole`.
    mutating func restore(_ copy: Keyring, published: Keyring? = nil, at now: Date) throws(KeyError) {
        try require(copy.role)
        let known = (setVersion, unsavedEvents.count)
        for key in copy.keys {
            guard let index = keys.firstIndex(where: { $0.thumbprint == key.thumbprint }) else {
                append(key, at: now)
                // Devices have a key that was made in a changed copy from the next version on, unless it was published.
                if setVersion > 0 || published != nil {
                    let known = published?.keys.first { $0.thumbprint == key.thumbprint }
                    keys[keys.count - 1].setVersion = known?.setVersion ?? 0
                }
                continue
            }
            if key.isSecret, !keys[index].isSecret, keys[index].state.isUsable(at: now) {
                var restored = key
                restored.state = keys[index].state
                keys[index] = restored
            }
        }
        advance(by: copy, at: now)
        if let published { advance(by: published, at: now) }
        // Devices that have pinned a later set take this one over.
        setVersion = max(setVersion, copy.setVersion, published?.setVersion ?? 0)
        if known != (setVersion, unsavedEvents.count) || published.map(isOtherSet) == true { countUp(at: now) }
    }

    /// The copy after what a log records, also of keys that the keyring has no more; nil is the removal of all.
    func following(_ log: [KeyEvent?]) -> Keyring {
        var copy = self
        let indices = Dictionary(uniqueKeysWithValues: keys.indices.map { (keys[$0].thumbprint, $0) })
        var removed: Set<Thumbprint> = []
        for event in log {
            if event == nil { removed.formUnion(indices.keys) }
            guard let event, let index = indices[event.key] else { continue }
            switch event.action {
            case .add: removed.remove(event.key)
            case .activate: break
            case .retire: copy.keys[index].advance(to: .retiring(until: event.until ?? event.time))
            case .revoke: copy.keys[index].advance(to: .revoked)
            case .erase:
                // A symmetric key has no other half.
                if let half = copy.keys[index].publicHalf { copy.keys[index] = half } else { removed.insert(event.key) }
            }
        }
        copy.keys.removeAll { removed.contains($0.thumbprint) }
        return copy
    }

    /// Moves the states of keys forward to those of another version of the keyring.
    private mutating func advance(by other: Keyring, at now: Date) {
        for index in keys.indices {
            guard let state = other.state(of: keys[index]), keys[index].state.canBecome(state) else { continue }
            setState(state, ofKeyAt: index, at: now)
        }
    }

    /// Whether the two have a key in common, as two versions of one keyring do.
    package func isRelated(to other: Keyring) -> Bool {
        role == other.role && keys.contains { other.state(of: $0) != nil }
    }

    /// Whether a published set shows that this keyring is an old copy, or was changed beside another one: devices refuse its set.
    package func isBehind(_ published: Keyring) -> Bool {
        setVersion < published.setVersion || isOtherSet(than: published) || !keysBehind(published).isEmpty
    }

    /// Whether the published set has the same version and other keys or states: both were changed after a copy was made.
    private func isOtherSet(than published: Keyring) -> Bool {
        setVersion > 0 && setVersion == published.setVersion
            && (keys.count != published.keys.count || keys.contains { published.state(of: $0) != $0.state })
    }

    /// The keys of a published set that are not here, or whose state is behind it: what a restored copy lacks.
    ///
    /// A later set than the published one may lack keys.
    package func keysBehind(_ published: Keyring) -> [Key] {
        published.keys.filter { key in
            state(of: key).map { $0.canBecome(key.state) } ?? (setVersion <= published.setVersion)
        }
    }

    private func state(of key: Key) -> KeyState? { keys.first { $0.thumbprint == key.thumbprint }?.state }
}

extension Key {
    fileprivate mutating func advance(to next: KeyState) {
        if state.canBecome(next) { state = next }
    }
}

extension KeyDirectory {
    /// Merges a copy of a keyring into the folder, after what its log records; then states move forward to those of a published version.
    ///
    /// - Throws: ``KeyError`` with `notFound` for a keyring whose keys were all removed, and as ``change(_:_:)`` does.
    package func restore(_ copy: Keyring, published: Keyring? = nil, at now: Date = Date()) throws {
        func merge(_ keyring: inout Keyring) throws(KeyError) {
            let copy = try copy.following(log(of: KeyringName(copy.name, in: path)))
            try check(
                !copy.keys.isEmpty, .notFound, "the keys of keyring \(copy.name) were removed, and are not restored")
            try keyring.restore(copy, published: published, at: now)
        }
        if try stored(copy.name) == nil {
            var keyring = Keyring(name: copy.name, role: copy.role, keys: [], otherMembers: copy.otherMembers)
            keyring.protection = copy.protection
            try merge(&keyring)
            if try keep(KeyringChange(keyring, from: nil)) { return }
        }
        try change(copy.name, merge)
    }
}
