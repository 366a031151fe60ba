/// A place for keyrings: the folder that ``KeyDirectory`` is, a service's database, or ``MemoryKeyStore`` in tests.
///
/// Three functions make a store; the rest stands on them. A store keeps texts and compares versions, and neither
/// reads nor changes what is in the texts.
public protocol KeyStore: Sendable {
    /// The names of the keyrings, sorted.
    func names() async throws -> [String]

    /// The text of a keyring and its version, or nil where there is none of that name.
    func load(_ name: String) async throws -> StoredKeyring?

    /// Keeps a change if the keyring still has the version that the change was made from, all of it or nothing.
    ///
    /// Returns whether it did; false means that another change was faster, and nothing was kept.
    func save(_ change: KeyringChange) async throws -> Bool

    /// Loads a keyring; there is one that reads what ``load(_:)`` returns.
    func keyring(named name: String) async throws -> Keyring

    /// Loads a keyring, changes it and keeps it.
    ///
    /// There is one that tries again whenever another change was faster; a store that can lock does better.
    @discardableResult
    func change<Result: Sendable>(
        named name: String,
        _ body: (inout Keyring) throws -> Result
    ) async throws -> Result
}

/// A keyring as a store keeps it.
public struct StoredKeyring: Sendable {
    /// The text.
    public let text: KeyringText
    /// Whatever is different after each change: a counter, a time, a digest.
    public let version: String

    /// Makes one.
    public init(text: KeyringText, version: String) {
        self.text = text
        self.version = version
    }
}

/// A change of one keyring, for a store to keep.
public struct KeyringChange: Sendable {
    /// The keyring's name.
    public let name: String
    /// The new text.
    public let text: KeyringText
    /// The version that the change was made from, or nil for a new keyring.
    public let version: String?
    /// The changes of the keys, to append to a log; without secrets.
    public let events: [KeyEvent]

    package init(name: String, text: KeyringText, version: String?, events: [KeyEvent]) {
        self.name = name
        self.text = text
        self.version = version
        self.events = events
    }
}

extension KeyStore {
    /// Loads a keyring.
    ///
    /// - Throws: ``KeyError`` with `notFound` and others, and whatever the store throws.
    public func keyring(named name: String) async throws -> Keyring {
        guard let stored = try await load(name) else { throw KeyError(.notFound, "there is no keyring \(name)") }
        return try Keyring(stored.text, name: name)
    }

    /// Keeps a new keyring.
    ///
    /// - Throws: ``KeyError`` with `alreadyExists`, and whatever the store throws.
    public func add(_ keyring: Keyring) async throws {
        let change = KeyringChange(
            name: keyring.name, text: try keyring.text(), version: nil, events: keyring.unsavedEvents)
        guard try await save(change) else {
            throw KeyError(.alreadyExists, "keyring \(keyring.name) exists and is not overwritten")
        }
    }

    /// Loads a keyring, changes it and keeps it; when another change was faster, starts again from its result.
    ///
    /// The body may therefore run several times; it changes nothing but the keyring. When it throws, nothing is kept.
    ///
    /// - Throws: ``KeyError`` with `notFound` and others, what the body throws, and whatever the store throws.
    @discardableResult
    public func change<Result: Sendable>(
        named name: String,
        _ body: (inout Keyring) throws -> Result
    ) async throws -> Result {
        while true {
            try Task.checkCancellation()
            guard let stored = try await load(name) else { throw KeyError(.notFound, "there is no keyring \(name)") }
            var keyring = try Keyring(stored.text, name: name)
            let result = try body(&keyring)
            let change = KeyringChange(
                name: name, text: try keyring.text(), version: stored.version, events: keyring.unsavedEvents)
            if try await save(change) { return result }
        }
    }
}
