public import Platform

extension Keyring {
    /// Prepares the next key if the key in use is due and none is pending; returns the new key, or nil.
    ///
    /// Call it before ``rotateIfDue(policy:grace:at:)``, which gives the other side half of the policy's notice to learn the key.
    /// A key is due from the notice on: after 23 days with ``KeyPolicy/standard``.
    ///
    /// - Throws: ``KeyError`` as ``prepare(at:)`` does.
    @discardableResult
    public mutating func prepareIfDue(policy: KeyPolicy = .standard, at now: Date = Date()) throws(KeyError) -> Key? {
        guard isNextKeyDue(policy: policy, at: now) else { return nil }
        return try prepare(at: now)
    }

    /// Rotates the keyring if its key in use is due, or none is in use; returns the new key, or nil.
    ///
    /// A key is due from the notice of the policy on. A pending key comes into use once it has been pending for half of the
    /// notice; without one, a new key comes into use at once.
    ///
    /// - Throws: ``KeyError`` as ``rotate(grace:at:)`` does.
    @discardableResult
    public mutating func rotateIfDue(
        policy: KeyPolicy = .standard, grace: Duration = .days(7), at now: Date = Date()
    ) throws(KeyError) -> Key? {
        guard isRotationDue(policy: policy, at: now) else { return nil }
        var next = try rotate(grace: grace, at: now)
        // A key that was prepared long ago has passed the age itself.
        let age = KeyPolicy(maximumAge: policy.maximumAge, notice: .zero)
        while next.created < now.wholeSecond, next.isDue(age, at: now) {
            next = try rotate(grace: grace, at: now)
        }
        return next
    }

    package func isNextKeyDue(policy: KeyPolicy, at now: Date = Date()) -> Bool {
        !isDemonstration && preparedKey == nil && keys.contains { $0.isDue(policy, at: now) }
    }

    package func isRotationDue(policy: KeyPolicy, at now: Date = Date()) -> Bool {
        guard !isDemonstration else { return false }
        guard keys.contains(where: { $0.state == .active }) else { return true }
        guard keys.contains(where: { $0.isDue(policy, at: now) }) else { return false }
        guard let preparedKey, preparedKey.created <= now else { return true }
        return now >= preparedKey.announced(policy)
    }

    /// Checks that a keyring that was found is the one that would have been made.
    package func requireOwn(_ role: KeyRole) throws(KeyError) {
        try require(role)
        try check(
            isSecret, .wrongHalf, "keyring \(name) holds only public keys, and a new one is not made in its place")
    }
}

/// A step in the life of a keyring as one call.
extension KeyDirectory {
    /// Loads a keyring with its secrets, or makes it with one new key where there is none of that name.
    ///
    /// - Throws: ``KeyError`` as ``keyring(_:)`` and ``generate(_:role:at:)`` do, with `wrongRole` or `wrongHalf` for a keyring
    ///   of that name that is of another kind.
    @discardableResult
    public func loadOrMake(_ name: String, role: KeyRole, at now: Date = Date()) throws(KeyError) -> Keyring {
        let keyring =
            if let found = try find(name) { found } else if let made = try make(name, role: role, at: now) { made } else
            {
                try keyring(name)
            }
        try keyring.requireOwn(role)
        return keyring
    }

    private func find(_ name: String) throws(KeyError) -> Keyring? {
        do throws(KeyError) {
            return try keyring(name)
        } catch  where error.code == .notFound {
            return nil
        }
    }

    /// Makes a keyring, or returns nil where another process was faster.
    private func make(_ name: String, role: KeyRole, at now: Date) throws(KeyError) -> Keyring? {
        do throws(KeyError) {
            return try generate(name, role: role, at: now)
        } catch  where error.code == .alreadyExists {
            return nil
        }
    }

    /// Pins the keys of a keyring that its owner has published, in a keyring of the same name, which is made if there is none.
    ///
    /// Do it again after each rotation of the owner; states only move forward, as ``Keyring/pin(_:at:)`` says.
    ///
    /// - Throws: ``KeyError`` as ``Keyring/pin(_:at:)`` and ``add(_:)`` do.
    public func pin(_ published: Keyring, at now: Date = Date()) throws {
        var pinned = Keyring.forPublicKeys(name: published.name, role: published.role)
        try pinned.pin(published, at: now)
        if try isAdded(pinned) { return }
        // There was one before, or another process was faster.
        try change(published.name) { try $0.pin(published, at: now) }
    }

    private func isAdded(_ keyring: Keyring) throws(KeyError) -> Bool {
        do throws(KeyError) {
            try add(keyring)
            return true
        } catch  where error.code == .alreadyExists {
            return false
        }
    }

    /// Prepares the next key of a keyring if one is due, as ``Keyring/prepareIfDue(policy:at:)`` does; else nothing is written.
    ///
    /// - Throws: ``KeyError`` as ``change(_:_:)`` does.
    @discardableResult
    public func prepareIfDue(
        _ name: String, policy: KeyPolicy = .standard, at now: Date = Date()
    ) throws -> Key? {
        guard try publicKeyring(name).isNextKeyDue(policy: policy, at: now) else { return nil }
        return try change(name) { try $0.prepareIfDue(policy: policy, at: now) }
    }

    /// Rotates a keyring if it is due, as ``Keyring/rotateIfDue(policy:grace:at:)`` does; else nothing is written.
    ///
    /// - Throws: ``KeyError`` as ``change(_:_:)`` does.
    @discardableResult
    public func rotateIfDue(
        _ name: String, policy: KeyPolicy = .standard, grace: Duration = .days(7), at now: Date = Date()
    ) throws -> Key? {
        guard try publicKeyring(name).isRotationDue(policy: policy, at: now) else { return nil }
        return try change(name) { try $0.rotateIfDue(policy: policy, grace: grace, at: now) }
    }
}

/// A step in the life of a keyring as one call.
extension KeyStore {
    /// Loads a keyring with its secrets, or makes it with one new key where there is none of that name.
    ///
    /// - Throws: ``KeyError`` with `wrongRole` or `wrongHalf` for a keyring of that name that is of another kind, and the errors of
    ///   the store.
    @discardableResult
    public func loadOrMake(named name: String, role: KeyRole, at now: Date = Date()) async throws -> Keyring {
        if try await load(name) == nil {
            // False where another process was faster.
            _ = try await save(KeyringChange(.generate(name: name, role: role, at: now), from: nil))
        }
        let keyring = try await keyring(named: name)
        try keyring.requireOwn(role)
        return keyring
    }

    /// Prepares the next key of a keyring if one is due, as ``Keyring/prepareIfDue(policy:at:)`` does; else nothing is written.
    ///
    /// - Throws: ``KeyError`` with `notFound` and others, and the errors of the store.
    @discardableResult
    public func prepareIfDue(
        named name: String, policy: KeyPolicy = .standard, at now: Date = Date()
    ) async throws -> Key? {
        guard try await keyring(named: name).isNextKeyDue(policy: policy, at: now) else { return nil }
        return try await change(named: name) { try $0.prepareIfDue(policy: policy, at: now) }
    }

    /// Rotates a keyring if it is due, as ``Keyring/rotateIfDue(policy:grace:at:)`` does; else nothing is written.
    ///
    /// - Throws: ``KeyError`` with `notFound` and others, and the errors of the store.
    @discardableResult
    public func rotateIfDue(
        named name: String, policy: KeyPolicy = .standard, grace: Duration = .days(7), at now: Date = Date()
    ) async throws -> Key? {
        guard try await keyring(named: name).isRotationDue(policy: policy, at: now) else { return nil }
        return try await change(named: name) { try $0.rotateIfDue(policy: policy, grace: grace, at: now) }
    }
}
