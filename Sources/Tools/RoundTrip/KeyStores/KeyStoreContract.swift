public import KeyManagement
import Synchronization

/// The contract of a `KeyStore`, as checks that a store of your own passes: a few seconds in a test.
public struct KeyStoreContract: Sendable {
    /// A law that every store keeps.
    public enum Law: String, CaseIterable, Sendable {
        /// What was added is loaded; a second keyring of the name is refused.
        case addedIsFound
        /// A name without a keyring is nil, and is neither changed nor removed.
        case missingIsNil
        /// A text is loaded byte by byte as it was kept, also a large one and one with members that only others know.
        case textsAreKept
        /// A change from a version that is not the newest is refused, and keeps nothing.
        case staleChangeRefused
        /// A text has one version, and another text another one, also after a removal.
        case versionsDiffer
        /// Names come page by page, each once, in the order of their UTF-8 bytes.
        case namesInOrder
        /// Names with different bytes are different names, in case and normalization too, or are refused with `invalidName`.
        case namesAreBytes
        /// What was removed is neither loaded nor named, and its name can be used again.
        case removedIsGone
        /// A removal of a version that is not the newest is refused, and removes nothing.
        case staleRemovalRefused
        /// Of keyrings that are added by one name at once, one is kept.
        case concurrentAddsKeepOne
        /// Changes that are made at once are all kept.
        case concurrentChangesAreKept
        /// Changes that are kept together are kept, and refused, as each alone would be.
        case batchIsAsSingle
        /// A device's key is in use in one keyring of public keys: another one with it is refused by an error, and not kept.
        case keysAreOfOneName
        /// A keyring with secrets is kept whole, or refused with `unexpectedSecret`.
        case secretsAreWholeOrRefused
    }

    /// A law that a store breaks.
    public struct Violation: Error, CustomStringConvertible {
        /// The law.
        public let law: Law
        /// The problem, in lower case; names and codes, never a secret.
        public let reason: String

        /// The law and the problem.
        public var description: String { "\(law): \(reason)" }
    }

    /// The laws to check.
    public var laws = Law.allCases
    private let make: @Sendable () async throws -> any KeyStore

    /// Makes the checks of a store; `make` makes an empty one, once for each law.
    public init(make: @escaping @Sendable () async throws -> any KeyStore) {
        self.make = make
    }

    /// Checks each law and returns those that are broken; none for a store that keeps them all.
    public func run() async -> [Violation] {
        var violations: [Violation] = []
        for law in laws {
            do {
                try await KeyStoreCheck(law: law, store: CountedStore(make())).run()
            } catch {
                violations.append(error as? Violation ?? Violation(law: law, reason: "failed with \(error)"))
            }
        }
        return violations
    }
}

/// The store that is checked, which ends a law by an error after more refused changes than a right store has.
///
/// A refused change is tried again, in a store that keeps none without an end. In a right store another change was faster: of the
/// 32 changes of a law by eight tasks each refuses at most seven.
private final class CountedStore: KeyStore {
    private static let mostRefusals = 1000
    private let store: any KeyStore
    private let refusals = Mutex(0)

    init(_ store: any KeyStore) { self.store = store }

    func names(after name: UTF8Text?, limit: Int) async throws -> [UTF8Text] {
        try await store.names(after: name, limit: limit)
    }

    func load(_ name: UTF8Text) async throws -> StoredKeyring? { try await store.load(name) }

    func save(_ change: KeyringChange) async throws -> Bool { try counted(await store.save(change)) }

    func save(_ changes: [KeyringChange]) async throws -> [Bool] { try await store.save(changes) }

    func remove(_ name: UTF8Text, version: String) async throws -> Bool {
        try counted(await store.remove(name, version: version))
    }

    private func counted(_ isKept: Bool) throws -> Bool {
        let count = refusals.withLock { refusals in
            refusals += isKept ? 0 : 1
            return refusals
        }
        guard count <= Self.mostRefusals else { throw TooManyRefusals() }
        return isKept
    }

    private struct TooManyRefusals: Error, CustomStringConvertible {
        var description: String { "more than \(CountedStore.mostRefusals) refused changes" }
    }
}
