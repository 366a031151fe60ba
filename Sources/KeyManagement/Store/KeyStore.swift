/// A store of keyrings: the folder of a ``KeyDirectory``, a service's database, or ``MemoryKeyStore`` in tests.
///
/// A store keeps texts and compares versions, and neither parses nor changes the texts.
public protocol KeyStore: Sendable {
    /// The names of the keyrings, sorted.
    func names() async throws -> [String]

    /// The text of a keyring and its version, or nil where there is none of that name.
    func load(_ name: String) async throws -> StoredKeyring?

    /// Keeps a change, all of it or nothing, if the keyring still has the version that the change was made from.
    ///
    /// Returns false if another change was faster; then nothing was kept.
    func save(_ change: KeyringChange) async throws -> Bool

    /// Loads a keyring, changes it and keeps it; when the body throws, nothing is kept.
    ///
    /// The default retries with the newest keyring when another change was faster, so the body may run several times.
    ///
    /// - Throws: ``KeyError`` with `notFound` and others, and the errors of the body and of the store.
    @discardableResult
    func change<Result: Sendable>(
        named name: String, _ body: (inout Keyring) throws -> Result
    ) async throws -> Result
}

/// A keyring as a store keeps it.
public struct StoredKeyring: Sendable {
    /// The text.
    public let text: KeyringText
    /// A value that is different after each change: a counter, a time, a digest.
    public let version: String
    /// The keyring itself, from a store that has opened it.
    var keyring: Keyring?

    /// Makes a keyring of its text and version.
    public init(text: KeyringText, version: String) {
        self.text = text
        self.version = version
    }
}

/// A change of one keyring, for a store to keep.
public struct KeyringChange: Sendable {
    /// The name by which the keyring was loaded.
    public let name: String
    /// The new text.
    public let text: KeyringText
    /// The version that the change was made from, or nil for a new keyring.
    public let version: String?
    let keyring: Keyring

    /// The changes of the keys, to append to a log; without secrets.
    public var events: [KeyEvent] { keyring.unsavedEvents }

    package init(_ keyring: Keyring, named name: String? = nil, from version: String?) throws(KeyError) {
        self.name = name ?? keyring.name
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
        try await stored(name).keyring
    }

    /// Keeps a new keyring.
    ///
    /// - Throws: ``KeyError`` with `alreadyExists`, and the errors of the store.
    public func add(_ keyring: Keyring) async throws {
        try await check(
            save(KeyringChange(keyring, from: nil)), .alreadyExists,
            "keyring \(keyring.name) exists and is not overwritten")
    }

    /// Loads a keyring, changes it and keeps it; retries with the newest keyring when another change was faster.
    @discardableResult
    public func change<Result: Sendable>(
        named name: String, _ body: (inout Keyring) throws -> Result
    ) async throws -> Result {
        while true {
            try Task.checkCancellation()
            var (keyring, version) = try await stored(name)
            let result = try body(&keyring)
            if try await save(KeyringChange(keyring, named: name, from: version)) { return result }
        }
    }

    private func stored(_ name: String) async throws -> (keyring: Keyring, version: String) {
        guard let stored = try await load(name) else { throw KeyError(.notFound, "there is no keyring \(name)") }
        var keyring = try stored.keyring ?? Keyring(stored.text, name: name)
        keyring.origin = keyring.origin ?? KeyringOrigin(place: .store(self, name: name))
        return (keyring, stored.version)
    }
}
