/// A store of keyrings: the folder of a ``KeyDirectory``, a service's database, or ``MemoryKeyStore`` in tests.
///
/// A store implements ``names()``, ``load(_:)`` and ``save(_:)``; the other functions have implementations that call them. It
/// keeps texts and compares versions, and neither parses nor changes the texts.
public protocol KeyStore: Sendable {
    /// The names of the keyrings, sorted.
    func names() async throws -> [String]

    /// The text of a keyring and its version, or nil where there is none of that name.
    func load(_ name: String) async throws -> StoredKeyring?

    /// Keeps a change, all of it or nothing, if the keyring still has the version that the change was made from.
    ///
    /// Returns false if another change was faster; then nothing was kept.
    func save(_ change: KeyringChange) async throws -> Bool

    /// Loads a keyring; by default from the text that ``load(_:)`` returns.
    func keyring(named name: String) async throws -> Keyring

    /// Loads a keyring, changes it and keeps it.
    ///
    /// By default it retries whenever another change was faster; a store that can lock may do better.
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
    /// A value that is different after each change: a counter, a time, a digest.
    public let version: String

    /// Makes a keyring of its text and version.
    public init(text: KeyringText, version: String) {
        self.text = text
        self.version = version
    }
}

/// A change of one keyring, for a store to keep.
public struct KeyringChange: Sendable {
    /// The new text.
    public let text: KeyringText
    /// The version that the change was made from, or nil for a new keyring.
    public let version: String?
    /// The changed keyring.
    package let keyring: Keyring

    /// The keyring's name.
    public var name: String { keyring.name }
    /// The changes of the keys, to append to a log; without secrets.
    public var events: [KeyEvent] { keyring.unsavedEvents }

    package init(_ keyring: Keyring, from version: String?) throws(KeyError) {
        self.keyring = keyring
        self.version = version
        text = try keyring.text()
    }
}

extension KeyStore {
    /// Loads a keyring.
    ///
    /// - Throws: ``KeyError`` with `notFound` and others, and the errors of the store.
    public func keyring(named name: String) async throws -> Keyring {
        guard let stored = try await load(name) else { throw KeyError(.notFound, "there is no keyring \(name)") }
        return try Keyring(stored.text, name: name)
    }

    /// Keeps a new keyring.
    ///
    /// - Throws: ``KeyError`` with `alreadyExists`, and the errors of the store.
    public func add(_ keyring: Keyring) async throws {
        try check(
            await save(KeyringChange(keyring, from: nil)), .alreadyExists,
            "keyring \(keyring.name) exists and is not overwritten")
    }

    /// Loads a keyring, changes it and keeps it; retries with the newest keyring when another change was faster.
    ///
    /// The body may therefore run several times and changes only the keyring. When it throws, nothing is kept.
    ///
    /// - Throws: ``KeyError`` with `notFound` and others, what the body throws, and the errors of the store.
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
            if try await save(KeyringChange(keyring, from: stored.version)) { return result }
        }
    }
}
