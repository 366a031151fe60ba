public import Platform
public import StrictJSON

/// A store of keyrings: the folder of a ``KeyDirectory``, a service's database, or ``MemoryKeyStore`` in tests.
///
/// One whose functions block is a ``SynchronousKeyStore``.
///
/// A store keeps texts and compares versions, and neither parses nor changes the texts. It needs the first four functions;
/// the last has a default. `KeyStoreContract` of the module RoundTrip checks a store.
public protocol KeyStore: Sendable {
    /// The names of keyrings in the order of their UTF-8 bytes: those after a name, or from the first one with nil.
    ///
    /// Returns as many as there are, `limit` at most.
    func names(after name: UTF8Text?, limit: Int) async throws -> [UTF8Text]

    /// The text of a keyring and its version, or nil where there is none of that name.
    ///
    /// A call that never returns ends the following of the keyring: answer or throw within a time.
    func load(_ name: UTF8Text) async throws -> StoredKeyring?

    /// Keeps a change, all of it or nothing, if the keyring still has the version that the change was made from.
    ///
    /// Returns false if another change was faster; then nothing was kept. Throws, too, if another keyring of public keys has
    /// ``KeyringChange/publicKey``: a key is that of one device.
    func save(_ change: KeyringChange) async throws -> Bool

    /// Removes a keyring if it still has a version.
    ///
    /// Returns false if another change was faster, or for a keyring that is not there; then nothing was removed.
    func remove(_ name: UTF8Text, version: String) async throws -> Bool

    /// Keeps changes of different keyrings, and returns for each what ``save(_:)`` would return.
    ///
    /// The default keeps one after the other. A database keeps them in one transaction, which is faster.
    func save(_ changes: [KeyringChange]) async throws -> [Bool]
}

/// A change of one keyring, for a store to keep.
public struct KeyringChange: Sendable {
    /// The name by which the keyring was loaded.
    public let name: UTF8Text
    /// The new text.
    public let text: KeyringText
    /// The version that the change was made from, or nil for a new keyring.
    public let version: String?
    package let keyring: Keyring

    /// The key that pushes are sealed to, of a device's keyring with an active key: 32 bytes for a column with an index, in which each is once.
    public var publicKey: DevicePublicKey? { try? keyring.deviceKey }

    /// The key that a registration brings into use, which no other one may have.
    package var registeredKey: DevicePublicKey? {
        let isNew = version == nil || events.contains { $0.action == .activate }
        return isNew && !keyring.isSecret ? publicKey : nil
    }

    /// The changes of the keys, to append to a log; without secrets.
    public var events: [KeyEvent] { keyring.unsavedEvents }

    package init(_ keyring: Keyring, named name: UTF8Text? = nil, from version: String?) throws(KeyError) {
        self.name = name ?? keyring.name
        try check(self.name != "", .invalidName, "the name of a keyring is empty")
        self.keyring = keyring
        self.version = version
        text = try keyring.text()
    }
}

extension KeyStore {
    /// Loads a keyring.
    ///
    /// - Throws: ``KeyError`` with `notFound` and others, and the errors of the store.
    public func keyring(named name: UTF8Text) async throws -> Keyring {
        guard let stored = try await load(name) else { throw KeyError(notFound: name) }
        var keyring = try await blockingWork { try stored.keyring(named: name) }
        keyring.origin = keyring.origin ?? KeyringOrigin(.store(self), name: name)
        return keyring
    }

    /// Keeps a new keyring.
    ///
    /// - Throws: ``KeyError`` with `alreadyExists`, `noKey` for a keyring without a key, and the errors of the store.
    public func add(_ keyring: Keyring) async throws {
        try await check(
            save(KeyringChange(keyring, from: nil)), .alreadyExists,
            "keyring \(keyring.name) exists and is not overwritten")
    }

    /// Removes a keyring, and returns whether there was one.
    ///
    /// - Throws: The errors of the store.
    @discardableResult
    public func remove(_ name: UTF8Text) async throws -> Bool {
        while let stored = try await load(name) {
            try Task.checkCancellation()
            if try await remove(name, version: stored.version) { return true }
        }
        return false
    }

    /// Keeps changes of different keyrings, one after the other.
    public func save(_ changes: [KeyringChange]) async throws -> [Bool] {
        var areKept: [Bool] = []
        for change in changes { areKept.append(try await save(change)) }
        return areKept
    }

    /// Loads a keyring, changes it and keeps it; when the body throws, nothing is kept.
    ///
    /// Retries with the newest keyring when another change was faster, so the body may run several times. A passphrase is asked
    /// for once.
    ///
    /// - Throws: ``KeyError`` with `notFound` and others, and the errors of the body and of the store.
    @discardableResult
    public func change<Result: Sendable>(
        named name: UTF8Text, _ body: (inout Keyring) throws -> Result
    ) async throws -> Result {
        try await change(named: name, orMake: nil, body)
    }

    /// Changes a keyring, or a new one where there is none of that name, and keeps it.
    func change<Result: Sendable>(
        named name: UTF8Text, orMake new: Keyring?, _ body: (inout Keyring) throws -> Result
    ) async throws -> Result {
        var known: Protection?
        while true {
            try Task.checkCancellation()
            let stored = try await load(name)
            let opened = try await blockingWork { [known] in try stored?.keyring(named: name, known: known) }
            guard var keyring = opened ?? new else {
                throw KeyError(notFound: name)
            }
            known = keyring.protection
            let result = try body(&keyring)
            if try await save(KeyringChange(keyring, named: name, from: stored?.version)) { return result }
        }
    }
}

/// A step in the life of a keyring as one call.
extension KeyStore {
    /// Loads a keyring with its secrets, or makes it with one new key where there is none of that name.
    ///
    /// - Throws: ``KeyError`` with `wrongRole` or `wrongHalf` for a keyring of that name that is of another kind, and the errors of
    ///   the store.
    @discardableResult
    public func loadOrMake(named name: UTF8Text, role: KeyRole, at now: Date = Date()) async throws -> Keyring {
        if try await load(name) == nil {
            // False where another process was faster.
            _ = try await save(KeyringChange(.generate(name: name, role: role, at: now), from: nil))
        }
        let keyring = try await keyring(named: name)
        try keyring.requireOwn(role)
        return keyring
    }

    /// Rotates a keyring if ``Keyring/isDue(policy:at:)`` says so; else nothing is written.
    ///
    /// - Throws: ``KeyError`` with `notFound` and others, and the errors of the store.
    @discardableResult
    public func rotateIfDue(
        named name: UTF8Text, policy: KeyPolicy = .standard, grace: Duration = .days(14), at now: Date = Date()
    ) async throws -> Key? {
        guard try await keyring(named: name).isDue(policy: policy, at: now) else { return nil }
        return try await change(named: name) { try $0.rotateIfDue(policy: policy, grace: grace, at: now) }
    }
}

extension KeyError {
    /// The error for the key of a device that is in use under another name.
    package init(usedKey key: DevicePublicKey) {
        self.init(.duplicate, "device key \(key.id) is that of another registration; the device is to make a new one")
    }

    init(notFound name: UTF8Text) { self.init(.notFound, "there is no keyring \(name)") }
}
