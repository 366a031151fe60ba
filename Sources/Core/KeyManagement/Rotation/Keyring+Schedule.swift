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
        preparedKey == nil && keys.contains { $0.isDue(policy, at: now) }
    }

    package func isRotationDue(policy: KeyPolicy, at now: Date = Date()) -> Bool {
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
