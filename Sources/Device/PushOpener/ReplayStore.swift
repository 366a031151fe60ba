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
    ///   - expiry: The last second in which the envelope must be stored.
    ///   - now: The time; envelopes that expired before it may be removed.
    /// - Returns: The store's earlier knowledge of the envelope.
    /// - Throws: An error if the store cannot be used. The push is then opened, and reported as not checked.
    func remember(
        _ envelope: [UInt8], request: String?, until expiry: Date, now: Date
    ) throws -> ReplayVerdict
}

/// The knowledge of a replay store about an envelope.
public enum ReplayVerdict: Sendable, Hashable {
    /// The envelope was not stored before.
    case first
    /// The envelope is stored for the same notification request: the system calls twice and gets the same result.
    case sameRequest
    /// The envelope is stored for another request, or without one.
    case replayed
}

/// A replay store in memory, for one process and for tests.
///
/// Holds a limited number of envelopes; above the limit, those that expire first are removed.
public final class ReplayMemory: ReplayStore {
    private struct Entry {
        let request: String?
        let expiry: Date
    }

    private let entries = Mutex<[[UInt8]: Entry]>([:])
    private let capacity: Int

    /// Creates an empty store for at most `capacity` envelopes, about 100 bytes each.
    public init(capacity: Int = 10_000) { self.capacity = max(1, capacity) }

    /// Stores an envelope, or reports that it is already stored; never throws.
    public func remember(
        _ envelope: [UInt8], request: String?, until expiry: Date, now: Date
    ) -> ReplayVerdict {
        entries.withLock { entries in
            if let known = entries[envelope], known.expiry >= now {
                let isSameRequest = known.request.flatMap { known in request.map(known.hasSameBytes(as:)) } ?? false
                return isSameRequest ? .sameRequest : .replayed
            }
            if entries.count >= capacity { Self.evict(in: &entries, now: now, capacity: capacity) }
            entries[envelope] = Entry(request: request, expiry: expiry)
            return .first
        }
    }

    /// Removes expired envelopes; if there are none, a quarter of all, those that expire first.
    private static func evict(in entries: inout [[UInt8]: Entry], now: Date, capacity: Int) {
        entries = entries.filter { $0.value.expiry >= now }
        guard entries.count >= capacity else { return }
        for (envelope, _) in entries.sorted(by: { $0.value.expiry < $1.value.expiry }).prefix(capacity / 4 + 1) {
            entries[envelope] = nil
        }
    }
}
