/// Stores the envelopes that were opened, so that none is opened twice (wire format §5).
///
/// A store is called only for envelopes that passed every other check.
public protocol ReplayStore: Sendable {
    /// Stores an envelope, or reports that it is already stored.
    ///
    /// - Parameters:
    ///   - envelope: The 16-byte key of the envelope, `SHA-256(envelope)[0..16]`.
    ///   - request: The notification request's id; nil if there is none.
    ///   - expiry: The last second in which the envelope must be stored, in UNIX seconds.
    ///   - now: The time, in UNIX seconds; envelopes that expired before it may be removed.
    /// - Returns: The store's earlier knowledge of the envelope.
    /// - Throws: An error if the store cannot be used. The push is then opened, and reported as not checked.
    func remember(
        _ envelope: [UInt8],
        request: String?,
        until expiry: UInt32,
        now: UInt32
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
