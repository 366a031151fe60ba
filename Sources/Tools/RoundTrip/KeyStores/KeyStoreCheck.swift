import KeyManagement
import Platform

/// The check of a law, on a store of its own.
struct KeyStoreCheck: Sendable {
    let law: KeyStoreContract.Law
    let store: any KeyStore

    func run() async throws {
        switch law {
        case .addedIsFound: try await addedIsFound()
        case .missingIsNil: try await missingIsNil()
        case .textsAreKept: try await textsAreKept()
        case .staleChangeRefused: try await staleChangeRefused()
        case .versionsDiffer: try await versionsDiffer()
        case .namesInOrder: try await namesInOrder()
        case .namesAreBytes: try await namesAreBytes()
        case .removedIsGone: try await removedIsGone()
        case .staleRemovalRefused: try await staleRemovalRefused()
        case .concurrentAddsKeepOne: try await concurrentAddsKeepOne()
        case .concurrentChangesAreKept: try await concurrentChangesAreKept()
        case .batchIsAsSingle: try await batchIsAsSingle()
        case .keysAreOfOneName: try await keysAreOfOneName()
        case .secretsAreWholeOrRefused: try await secretsAreWholeOrRefused()
        }
    }

    func problem(_ reason: String) -> KeyStoreContract.Violation { .init(law: law, reason: reason) }

    /// A registration of one key.
    func registration(_ name: UTF8Text) throws -> Keyring {
        var keyring = Keyring.forPublicKeys(name: name, role: .device)
        try keyring.pin(DeviceKey().publicKey, at: Date(unixTime: 1))
        return keyring
    }

    /// Adds a registration and returns it; nil for a name that the store refuses.
    func added(_ name: UTF8Text) async throws -> Keyring? {
        let keyring = try registration(name)
        do {
            try await store.add(keyring)
            return keyring
        } catch let error as KeyError where error.code == .invalidName {
            return nil
        }
    }

    /// Changes a keyring and returns it.
    func changed(_ name: UTF8Text) async throws -> Keyring {
        let key = try DeviceKey().publicKey
        return try await store.change(named: name) { keyring in
            try keyring.pin(key, at: Date(unixTime: 2))
            return keyring
        }
    }

    func loaded(_ name: UTF8Text) async throws -> StoredKeyring {
        guard let stored = try await store.load(name) else {
            throw problem("the keyring \(name) is not there")
        }
        return stored
    }

    /// Whether the store has exactly the text of a keyring by its name.
    func holds(_ keyring: Keyring) async throws -> Bool {
        // The version is the digest of the text.
        try await store.load(keyring.name)?.text.version == keyring.text().version
    }

    func expect(_ condition: Bool, _ reason: @autoclosure () -> String) throws {
        guard condition else { throw problem(reason()) }
    }

    func expect(_ names: [UTF8Text], _ expected: [UTF8Text], _ what: String) throws {
        try expect(names == expected, "\(what): found \(names), expected \(expected)")
    }

    func expectCode(_ code: KeyError.Code, _ reason: String, _ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch let error as KeyError where error.code == code {
            return
        }
        throw problem("\(reason), expected \(code)")
    }
}
