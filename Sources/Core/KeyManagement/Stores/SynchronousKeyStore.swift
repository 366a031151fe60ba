public import Platform
public import StrictJSON

/// A store of keyrings whose functions block: the folder of a ``KeyDirectory``, or the keychain.
///
/// A store has the four functions. The steps in the life of a keyring are written once over them, for a tool, an extension or a
/// thread of its own. As a ``KeyStore`` (`named:`), the same store waits outside of Swift's cooperative pool.
public protocol SynchronousKeyStore: KeyStore {
    /// The names of all keyrings in the order of their UTF-8 bytes.
    func names() throws(KeyError) -> [UTF8Text]

    /// The text of a keyring and its version, or nil where there is none of that name; nothing is asked.
    func stored(_ name: UTF8Text) throws(KeyError) -> StoredKeyring?

    /// Keeps a change, all of it or nothing, if the keyring still has the version that the change was made from.
    ///
    /// Returns false if another change was faster; then nothing was kept.
    func keep(_ change: KeyringChange) throws(KeyError) -> Bool

    /// Removes a keyring if it still has a version, or whatever it has with nil; also one that is damaged.
    ///
    /// Returns false if another change was faster, or for a keyring that is not there; then nothing was removed.
    func delete(_ name: UTF8Text, version: String?) throws(KeyError) -> Bool
}

// MARK: - Steps

extension SynchronousKeyStore {
    /// Loads a keyring with its secrets where it has any.
    ///
    /// - Throws: ``KeyError`` with `notFound`, and the errors of the store.
    public func keyring(_ name: UTF8Text) throws(KeyError) -> Keyring {
        var keyring = try found(name).keyring(named: name)
        keyring.home = KeyringHome(self, name)
        return keyring
    }

    /// Loads the public halves of a keyring, without a passphrase; a shared keyring is loaded whole.
    ///
    /// - Throws: ``KeyError`` as ``keyring(_:)`` does.
    public func publicKeyring(_ name: UTF8Text) throws(KeyError) -> Keyring {
        try found(name).publicKeyring(named: name)
    }

    private func found(_ name: UTF8Text) throws(KeyError) -> StoredKeyring {
        guard let stored = try stored(name) else { throw KeyError(notFound: name) }
        return stored
    }

    /// Makes a keyring with one new key and adds it; overwrites nothing.
    ///
    /// - Throws: ``KeyError`` as ``add(_:)`` does.
    @discardableResult
    public func generate(_ name: UTF8Text, role: KeyRole, at now: Date = Date()) throws(KeyError) -> Keyring {
        try add(Keyring.generate(name: name, role: role, at: now))
    }

    /// Adds a new keyring, and returns it as it is kept; overwrites nothing.
    ///
    /// - Throws: ``KeyError`` with `alreadyExists`, `invalidName`, `noKey`, and the errors of the store.
    @discardableResult
    public func add(_ keyring: Keyring) throws(KeyError) -> Keyring {
        let change = try KeyringChange(keyring, from: nil)
        try check(keep(change), .alreadyExists, "keyring \(keyring.name) exists and is not overwritten")
        var kept = keyring
        kept.unsavedEvents = []
        kept.version = change.text.version
        kept.home = KeyringHome(self, keyring.name)
        do throws(KeyError) {
            kept.origin = try stored(keyring.name)?.origin
        } catch {
            throw KeyError(error.code, "the change was made, but \(error.reason)")
        }
        return kept
    }

    /// Loads a keyring with its secrets, or makes it with one new key if there is none of that name.
    ///
    /// - Throws: ``KeyError`` with `wrongRole` or `wrongHalf` for a keyring of that name that is of another kind, and the errors of
    ///   the store. A keyring that cannot be read is never replaced.
    @discardableResult
    public func loadOrMake(_ name: UTF8Text, role: KeyRole, at now: Date = Date()) throws(KeyError) -> Keyring {
        if try stored(name) == nil {
            // False if another process was faster.
            _ = try keep(KeyringChange(.generate(name: name, role: role, at: now), from: nil))
        }
        let keyring = try keyring(name)
        try keyring.requireOwn(role)
        return keyring
    }

    /// Pins the keys of a keyring that its owner has published, in a keyring of the same name, which is made if there is none.
    ///
    /// Call it for each set that the owner hands out, as ``Keyring/pin(_:grace:at:)`` says; nothing is written for the one that is
    /// pinned already. Returns the keyring as it is pinned now, which the next ``KeysRequest`` names.
    ///
    /// - Throws: ``KeyError`` as ``Keyring/pin(_:grace:at:)`` and ``change(_:_:)`` do, and with `ambiguous` for a provider's key whose id
    ///   another provider's key has here.
    @discardableResult
    public func pin(_ published: Keyring, at now: Date = Date()) throws -> Keyring {
        let known = try stored(published.name)?.keyring(named: published.name)
        if let known, published.setVersion > 0, !known.isSecret, try !known.isNewer(published) { return known }
        try requireOwnIDs(of: published)
        guard known != nil else {
            let pinned = try published.pins(at: now)
            return try keep(KeyringChange(pinned, from: nil)) ? pinned : pin(published, at: now)
        }
        return try change(published.name) { pinned in
            try pinned.pin(published, at: now)
            return pinned
        }
    }

    /// Refuses a provider's key whose id is that of another key in another keyring: its owner could pass as that provider.
    package func requireOwnIDs(of published: Keyring) throws(KeyError) {
        guard published.role == .provider, let names = try? names() else { return }
        let thumbprints = Dictionary(published.keys.map { ($0.id, $0.thumbprint) }) { first, _ in first }
        for name in names where name != published.name {
            // A keyring that cannot be read authenticates no sender.
            guard let other = try? publicKeyring(name), other.role == .provider else { continue }
            for key in other.keys {
                try check(
                    thumbprints[key.id].map { $0 == key.thumbprint } ?? true, .ambiguous,
                    "keyring \(name) has another key of id \(key.id); its owner and that of \(published.name) could not be told apart"
                )
            }
        }
    }

    /// Loads a keyring, changes it and keeps it; when the body throws, nothing is kept.
    ///
    /// Retries with the newest keyring when another change was faster, so the body may run several times. A passphrase is asked
    /// for once, and no lock is held meanwhile.
    ///
    /// - Throws: ``KeyError`` with `notFound`, and the errors of the body and of the store.
    @discardableResult
    public func change<Result>(_ name: UTF8Text, _ body: (inout Keyring) throws -> Result) throws -> Result {
        try changing(name, load: found, keep: keep, body)
    }

    /// Rotates a keyring if ``Keyring/isDue(policy:at:)`` says so; else nothing is written.
    ///
    /// - Throws: ``KeyError`` as ``change(_:_:)`` does.
    @discardableResult
    public func rotateIfDue(
        _ name: UTF8Text, policy: KeyPolicy = .standard, grace: Duration = .days(14), at now: Date = Date()
    ) throws -> Key? {
        guard try publicKeyring(name).isDue(policy: policy, at: now) else { return nil }
        return try change(name) { try $0.rotateIfDue(policy: policy, grace: grace, at: now) }
    }

    /// Removes a keyring with its secrets; a passphrase is not asked for, and a damaged keyring is removed too.
    ///
    /// - Throws: ``KeyError`` with `notFound`, and the errors of the store.
    public func remove(_ name: UTF8Text) throws(KeyError) {
        guard try delete(name, version: nil) else { throw KeyError(notFound: name) }
    }
}

/// Loads a keyring, changes it and keeps it, until no other change was faster.
func changing<Result>(
    _ name: UTF8Text, load: (UTF8Text) throws(KeyError) -> StoredKeyring,
    keep: (KeyringChange) throws(KeyError) -> Bool, _ body: (inout Keyring) throws -> Result
) throws -> Result {
    var known: Protection?
    while true {
        let stored = try load(name)
        var keyring = try stored.keyring(named: name, known: known)
        known = keyring.protection
        let result = try body(&keyring)
        if try keep(KeyringChange(keyring, named: name, from: stored.version)) { return result }
    }
}

// MARK: - Asynchronous functions

extension SynchronousKeyStore {
    /// The names of keyrings in the order of their UTF-8 bytes: those after a name, or from the first one with nil.
    ///
    /// - Throws: ``KeyError`` as ``names()`` does, but with `notFound`: a store that is missing has no keyrings.
    public func names(after name: UTF8Text?, limit: Int) async throws -> [UTF8Text] {
        do {
            return try await blockingWork { try names() }.page(after: name, limit: limit)
        } catch let error as KeyError where error.code == .notFound {
            return []
        }
    }

    /// The text of a keyring and its version, or nil where there is none of that name.
    ///
    /// - Throws: ``KeyError`` as ``stored(_:)`` does.
    public func load(_ name: UTF8Text) async throws -> StoredKeyring? {
        try await blockingWork { try stored(name) }
    }

    /// Keeps a change if the keyring still has the version that the change was made from.
    ///
    /// - Throws: ``KeyError`` as ``keep(_:)`` does.
    public func save(_ change: KeyringChange) async throws -> Bool {
        try await blockingWork(on: .changing) { try keep(change) }
    }

    /// Removes a keyring if it still has a version.
    ///
    /// - Throws: ``KeyError`` as ``delete(_:version:)`` does.
    public func remove(_ name: UTF8Text, version: String) async throws -> Bool {
        try await blockingWork(on: .changing) { try delete(name, version: version) }
    }

    /// Removes a keyring, also a damaged one, and returns whether there was one.
    ///
    /// - Throws: ``KeyError`` as ``delete(_:version:)`` does.
    @discardableResult
    public func remove(_ name: UTF8Text) async throws -> Bool {
        try await blockingWork(on: .changing) { try delete(name, version: nil) }
    }
}
