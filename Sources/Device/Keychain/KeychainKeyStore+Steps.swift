public import Foundation
public import KeyManagement

/// The functions that block, with the names of `KeyDirectory`.
extension KeychainKeyStore {
    /// Loads a keyring with its secrets where it has any.
    ///
    /// - Throws: `KeyError` with `notFound`, and as ``stored(_:)`` does.
    public func keyring(_ name: String) throws(KeyError) -> Keyring {
        guard let keyring = try find(name) else { throw KeyError(.notFound, "there is no keyring \(name)") }
        return keyring
    }

    /// Loads the public halves of a keyring: those that were pinned, or those of the device's own keys.
    ///
    /// - Throws: `KeyError` as ``keyring(_:)`` does.
    public func publicKeyring(_ name: String) throws(KeyError) -> Keyring {
        let keyring = try keyring(name)
        return keyring.role == .shared ? keyring : try keyring.publicHalf()
    }

    /// Makes a keyring with one new key and adds it; overwrites nothing.
    ///
    /// - Throws: `KeyError` with `alreadyExists`, and as ``stored(_:)`` does.
    @discardableResult
    public func generate(_ name: String, role: KeyRole, at now: Date = Date()) throws(KeyError) -> Keyring {
        try add(Keyring.generate(name: name, role: role, at: now))
        return try keyring(name)
    }

    /// Adds a new keyring; overwrites nothing.
    ///
    /// - Throws: `KeyError` with `alreadyExists`, and as ``stored(_:)`` does.
    public func add(_ keyring: Keyring) throws(KeyError) {
        guard try keep(KeyringChange(keyring, from: nil)) else {
            throw KeyError(.alreadyExists, "keyring \(keyring.name) exists and is not overwritten")
        }
    }

    /// Loads a keyring with its secrets, or makes it with one new key if there is none of that name.
    ///
    /// - Throws: `KeyError` with `wrongRole` or `wrongHalf` for a keyring of that name that is of another kind, and as
    ///   ``stored(_:)`` does. A keyring that cannot be read is never replaced.
    @discardableResult
    public func loadOrMake(_ name: String, role: KeyRole, at now: Date = Date()) throws(KeyError) -> Keyring {
        if try find(name) == nil {
            // False if another process was faster.
            _ = try keep(KeyringChange(.generate(name: name, role: role, at: now), from: nil))
        }
        let keyring = try keyring(name)
        try keyring.requireOwn(role)
        return keyring
    }

    /// Pins the keys of a keyring that its owner has published, in a keyring of the same name, which is made if there is none.
    ///
    /// Repeat it after each rotation of the owner; states only move forward, as `Keyring.pin(_:at:)` says.
    ///
    /// - Throws: `KeyError` as `Keyring.pin(_:at:)` and ``stored(_:)`` do.
    public func pin(_ published: Keyring, at now: Date = Date()) throws {
        var pinned = Keyring.forPublicKeys(name: published.name, role: published.role)
        try pinned.pin(published, at: now)
        if try keep(KeyringChange(pinned, from: nil)) { return }
        try change(published.name) { try $0.pin(published, at: now) }
    }

    /// Loads a keyring, changes it and keeps it; when the body throws, nothing is kept.
    ///
    /// Retries with the newest keyring when another change was faster, so the body may run several times.
    ///
    /// - Throws: `KeyError` as ``keyring(_:)`` does, and the errors of the body.
    @discardableResult
    public func change<Result>(_ name: String, _ body: (inout Keyring) throws -> Result) throws -> Result {
        while true {
            guard let stored = try stored(name) else { throw KeyError(.notFound, "there is no keyring \(name)") }
            var keyring = try Keyring(stored.text, name: name)
            let result = try body(&keyring)
            if try keep(KeyringChange(keyring, named: name, from: stored.version)) { return result }
        }
    }

    /// Prepares the next key of a keyring if one is due, as `Keyring.prepareIfDue(policy:at:)` does; else nothing is written.
    ///
    /// - Throws: `KeyError` as ``change(_:_:)`` does.
    @discardableResult
    public func prepareIfDue(_ name: String, policy: KeyPolicy = .standard, at now: Date = Date()) throws -> Key? {
        guard try keyring(name).isNextKeyDue(policy: policy, at: now) else { return nil }
        return try change(name) { try $0.prepareIfDue(policy: policy, at: now) }
    }

    /// Rotates a keyring if it is due, as `Keyring.rotateIfDue(policy:grace:at:)` does; else nothing is written.
    ///
    /// - Throws: `KeyError` as ``change(_:_:)`` does.
    @discardableResult
    public func rotateIfDue(
        _ name: String, policy: KeyPolicy = .standard, grace: Duration = .days(7), at now: Date = Date()
    ) throws -> Key? {
        guard try keyring(name).isRotationDue(policy: policy, at: now) else { return nil }
        return try change(name) { try $0.rotateIfDue(policy: policy, grace: grace, at: now) }
    }

    /// Removes a keyring with its secrets.
    ///
    /// - Throws: `KeyError` with `notFound`, and as ``stored(_:)`` does.
    public func remove(_ name: String) throws(KeyError) {
        guard try delete(name, version: nil) else { throw KeyError(.notFound, "there is no keyring \(name)") }
    }

    private func find(_ name: String) throws(KeyError) -> Keyring? {
        guard let stored = try stored(name) else { return nil }
        return try Keyring(stored.text, name: name)
    }
}
