import KeyManagement
import StrictJSON
import Synchronization

/// A store of rows in memory that records what it is asked, and is damaged, refuses and fails on demand.
final class RowStore: KeyStore {
    struct State {
        var rows: [UTF8Text: (text: KeyringText, version: Int)] = [:]
        var versionCount = 0
        /// The numbers of changes that were to be kept at once.
        var saveCounts: [Int] = []
        /// The limits of the names that were asked for.
        var limits: [Int] = []
        /// The number of the next removals for which another change is faster.
        var refusedRemovalCount = 0
        var loadFailure: KeyError.Code?
        /// Whether each page of names is the first one.
        var repeatsPages = false
    }

    let state = Mutex(State())

    func damage(_ name: UTF8Text) throws {
        let text = try KeyringText(copying: Array("{".utf8).span)
        state.withLock { state in
            state.versionCount += 1
            state.rows[name] = (text, state.versionCount)
        }
    }

    func version(_ name: UTF8Text) -> Int? { state.withLock { $0.rows[name]?.version } }

    func names(after name: UTF8Text?, limit: Int) -> [UTF8Text] {
        state.withLock { state in
            state.limits.append(limit)
            let start = state.repeatsPages ? nil : name
            return Array(state.rows.keys.filter { row in start.map { $0 < row } ?? true }.sorted().prefix(limit))
        }
    }

    func load(_ name: UTF8Text) throws -> StoredKeyring? {
        try state.withLock { state in
            if let code = state.loadFailure { throw KeyError(code, "the store fails") }
            return state.rows[name].map { StoredKeyring(text: $0.text, version: String($0.version)) }
        }
    }

    func save(_ change: KeyringChange) -> Bool {
        state.withLock { state in
            state.saveCounts.append(1)
            return state.keep(change)
        }
    }

    func save(_ changes: [KeyringChange]) -> [Bool] {
        state.withLock { state in
            state.saveCounts.append(changes.count)
            return changes.map { state.keep($0) }
        }
    }

    func remove(_ name: UTF8Text, version: String) -> Bool {
        state.withLock { state in
            guard state.refusedRemovalCount == 0 else {
                state.refusedRemovalCount -= 1
                return false
            }
            guard state.rows[name].map({ String($0.version) }) == version else { return false }
            state.rows[name] = nil
            return true
        }
    }
}

extension RowStore.State {
    fileprivate mutating func keep(_ change: KeyringChange) -> Bool {
        guard rows[change.name].map({ String($0.version) }) == change.version else { return false }
        versionCount += 1
        rows[change.name] = (change.text, versionCount)
        return true
    }
}
