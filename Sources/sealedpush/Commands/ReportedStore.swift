import DeliveryStore
import ExtensionHost
import PushOpener
import Synchronization

/// A delivery store that keeps its first error; the service reports only that the store was not used.
final class ReportedStore: ReplayStore, SequenceStore {
    private let store: DeliveryStore
    private let firstError = Mutex<DeliveryStoreError?>(nil)

    /// Creates a store at a path; the file is opened on first use.
    init(path: String) {
        store = DeliveryStore(path: path)
    }

    func remember(_ envelope: [UInt8], request: String?, until expiry: UInt32, now: UInt32) throws -> ReplayVerdict {
        try keepingError { try store.remember(envelope, request: request, until: expiry, now: now) }
    }

    func note(_ sequence: UInt64, of stream: SequenceStream) throws -> UInt64? {
        try keepingError { try store.note(sequence, of: stream) }
    }

    func setBadge(_ value: Int) throws {
        try keepingError { try store.setBadge(value) }
    }

    func countBadge(for request: String) throws -> Int {
        try keepingError { try store.countBadge(for: request) }
    }

    /// Warns of the first error, with hints.
    func reportError() {
        guard let error = firstError.withLock({ $0 }) else { return }
        Diagnostics.warning("store \(store.path) was not used: \(error)")
        Hints.after(error, store: store.path).forEach(Diagnostics.hint)
    }

    private func keepingError<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            firstError.withLock { $0 = $0 ?? error as? DeliveryStoreError }
            throw error
        }
    }
}
