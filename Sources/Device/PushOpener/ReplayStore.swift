public import Platform
import StrictJSON
import Synchronization

/// Stores the envelopes that were opened and passed every other check, so that none is opened twice (wire format §5).
public protocol ReplayStore: Sendable {
    /// Stores an envelope, or reports that it is already stored.
    ///
    /// - Parameters:
    ///   - envelope: The 16-byte key of the envelope, `SHA-256(envelope)[0..16]`.
    ///   - request: The notification request's id; nil if there is none.
    ///   - end: The last second in which the envelope opens.
    ///   - issuedAt: The time of its sealing; 1970 beside a pinned provider whose key did not seal it.
    ///   - now: The time. An envelope may be removed when its end is before both `now` and the newest `issuedAt` so far: a
    ///     device's clock is not authenticated, so that alone it removes nothing.
    /// - Returns: The store's earlier knowledge of the envelope.
    /// - Throws: An error if the store cannot be used. The push is then opened, and reported as not checked.
    func remember(
        _ envelope: [UInt8], request: String?, until end: Date, issuedAt: Date, now: Date
    ) throws -> ReplayVerdict
}

/// The knowledge of a replay store about an envelope.
public enum ReplayVerdict: Sendable, Hashable {
    /// The envelope was not stored before.
    case first
    /// The envelope was not stored before, and one that still opens was removed for it: the store is full.
    case firstInFullStore
    /// The envelope is stored for the same notification request: the system calls twice and gets the same result.
    case sameRequest
    /// The envelope is stored for another request, or without one.
    case replayed
}

/// The check of an envelope by a replay store.
public enum ReplayCheck: String, Sendable, Hashable {
    /// There is no replay store, so the envelope opens again until it expires.
    case noStore
    /// The store could not be used.
    case failed
    /// The store has checked and stored the envelope, and removed one that still opens: that one opens again.
    case madeInFullStore
    /// The store has checked and stored the envelope.
    case made

    package var isMade: Bool { self == .made || self == .madeInFullStore }
}

/// A replay store in memory, for one process and for tests.
///
/// Holds a limited number of envelopes; above the limit, those whose end comes first are removed.
public final class ReplayMemory: ReplayStore {
    private struct Entry {
        let request: UTF8Text?
        let end: Date
    }

    /// The entries, and the newest time of sealing of all that were added.
    private let entries = Mutex((known: [[UInt8]: Entry](), newest: Date.distantPast))
    private let capacity: Int

    /// Creates an empty store for at most `capacity` envelopes, about 100 bytes each.
    public init(capacity: Int = 50_000) { self.capacity = max(1, capacity) }

    /// Stores an envelope, or reports that it is already stored; never throws.
    public func remember(
        _ envelope: [UInt8], request: String?, until end: Date, issuedAt: Date, now: Date
    ) -> ReplayVerdict {
        entries.withLock { entries in
            if let known = entries.known[envelope] {
                let isSameRequest = request != nil && known.request == request.map { UTF8Text($0) }
                return isSameRequest ? .sameRequest : .replayed
            }
            entries.newest = max(entries.newest, issuedAt)
            if entries.known.count >= capacity {
                let limit = min(now, entries.newest)
                entries.known = entries.known.filter { $0.value.end >= limit }
            }
            // A quarter of all at once, since sorting takes long.
            let isFull = entries.known.count >= capacity
            let first = isFull ? entries.known.sorted { $0.value.end < $1.value.end }.prefix(capacity / 4 + 1) : []
            for (old, _) in first { entries.known[old] = nil }
            entries.known[envelope] = Entry(request: request.map { UTF8Text($0) }, end: end)
            return isFull ? .firstInFullStore : .first
        }
    }
}
