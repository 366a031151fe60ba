import Foundation
import KeyManagement
import RoundTrip
import Synchronization

/// A store of one's own with one mistake, such as those that are made with databases.
final class FaultyStore: KeyStore {
    enum Fault: CaseIterable, Sendable {
        case overwrites, insertsMissing, trimsTexts, replacesOtherCharacters, cutsTexts, ignoresVersions,
            restartsVersions
        case ordersByUTF16, includesTheNameAfterWhich, ignoresTheLimit, foldsCase, normalizesNames, keepsRemoved
        case removesAnyVersion, comparesBeforeTheTransaction, keepsBatchesWholly
        case dropsSecrets, keepsNothing, keepsKeysTwice

        var laws: Set<KeyStoreContract.Law> {
            switch self {
            case .overwrites: [.addedIsFound]
            case .insertsMissing: [.missingIsNil]
            case .trimsTexts, .replacesOtherCharacters, .cutsTexts: [.textsAreKept]
            case .ignoresVersions: [.staleChangeRefused]
            case .restartsVersions: [.versionsDiffer]
            case .ordersByUTF16, .includesTheNameAfterWhich, .ignoresTheLimit: [.namesInOrder]
            case .foldsCase, .normalizesNames: [.namesAreBytes]
            case .keepsRemoved: [.removedIsGone]
            case .removesAnyVersion: [.staleRemovalRefused]
            case .comparesBeforeTheTransaction: [.concurrentAddsKeepOne, .concurrentChangesAreKept]
            case .keepsBatchesWholly: [.batchIsAsSingle]
            case .dropsSecrets: [.secretsAreWholeOrRefused]
            case .keepsKeysTwice: [.keysAreOfOneName]
            case .keepsNothing: [.addedIsFound, .concurrentChangesAreKept]
            }
        }
    }

    private struct Row {
        var name: UTF8Text
        var text: [UInt8]
        var version: Int
        var publicKey: DevicePublicKey?
    }

    private let fault: Fault?
    private let rows = Mutex<[UTF8Text: Row]>([:])
    private let count = Mutex(0)

    init(_ fault: Fault?) { self.fault = fault }

    private func key(_ name: UTF8Text) -> UTF8Text {
        switch fault {
        case .foldsCase: UTF8Text(name.string.lowercased())
        case .normalizesNames: UTF8Text(name.string.precomposedStringWithCanonicalMapping)
        default: name
        }
    }

    func names(after name: UTF8Text?, limit: Int) async throws -> [UTF8Text] {
        let names = rows.withLock { $0.values.map(\.name) }
        let later = names.filter { candidate in
            guard let name else { return true }
            return name < candidate || fault == .includesTheNameAfterWhich && name == candidate
        }
        let sorted = later.sorted {
            fault == .ordersByUTF16 ? $0.string.utf16.lexicographicallyPrecedes($1.string.utf16) : $0 < $1
        }
        return fault == .ignoresTheLimit ? sorted : Array(sorted.prefix(limit))
    }

    func load(_ name: UTF8Text) async throws -> StoredKeyring? {
        guard let row = rows.withLock({ $0[key(name)] }) else { return nil }
        var text = row.text
        switch fault {
        case .trimsTexts: text.removeLast()
        case .replacesOtherCharacters: text = text.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }
        case .cutsTexts: text = Array(text.prefix(65_535))
        default: break
        }
        return StoredKeyring(text: try KeyringText(copying: text.span), version: String(row.version))
    }

    func save(_ change: KeyringChange) async throws -> Bool {
        if fault == .keepsNothing { return false }
        let version = rows.withLock { $0[key(change.name)]?.version }
        if fault == .comparesBeforeTheTransaction {
            guard version.map({ String($0) }) == change.version else { return false }
            try await Task.sleep(for: .milliseconds(5))
        }
        var text = change.text.withBytes { text in text.indices.map { text[$0] } }
        if fault == .dropsSecrets {
            text = try Keyring(change.text, name: "a").publicHalf().text().withBytes { text in
                text.indices.map { text[$0] }
            }
        }
        let next = count.withLock {
            $0 += 1
            return $0
        }
        return try rows.withLock { rows in
            let row = rows[key(change.name)]
            let isCurrent =
                switch fault {
                case .overwrites where change.version == nil: true
                case .insertsMissing where row == nil: true
                case .ignoresVersions: (row == nil) == (change.version == nil)
                case .comparesBeforeTheTransaction: true
                default: row.map { String($0.version) } == change.version
                }
            guard isCurrent else { return false }
            let owner = rows.first { $0.value.publicKey == change.publicKey }?.key
            if change.publicKey != nil, let owner, owner != key(change.name), fault != .keepsKeysTwice {
                throw KeyError(.duplicate, "the column is UNIQUE")
            }
            rows[key(change.name)] = Row(
                name: change.name, text: text, version: fault == .restartsVersions ? (row?.version ?? 0) + 1 : next,
                publicKey: change.publicKey)
            return true
        }
    }

    func save(_ changes: [KeyringChange]) async throws -> [Bool] {
        if fault == .keepsBatchesWholly {
            let isStale = try await changes.asyncContains { try await self.load($0.name)?.version != $0.version }
            if isStale { return changes.map { _ in false } }
        }
        var results: [Bool] = []
        for change in changes { results.append(try await save(change)) }
        return results
    }

    func remove(_ name: UTF8Text, version: String) async throws -> Bool {
        rows.withLock { rows in
            guard let row = rows[key(name)], fault == .removesAnyVersion || String(row.version) == version else {
                return false
            }
            if fault != .keepsRemoved { rows[key(name)] = nil }
            return true
        }
    }
}

extension Array {
    fileprivate func asyncContains(_ body: (Element) async throws -> Bool) async throws -> Bool {
        for element in self where try await body(element) { return true }
        return false
    }
}
