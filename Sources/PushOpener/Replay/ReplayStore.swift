/// Remembers which envelopes were opened, so that none is opened twice (wire format §5).
///
/// A store is called only for envelopes that passed every other check.
public protocol ReplayStore: Sendable {
    /// Remembers an envelope, or says that it is known.
    ///
    /// - Parameters:
    ///   - envelope: The 16-byte key of the envelope, `SHA-256(envelope)[0..16]`.
    ///   - request: The notification request's id, if there is one.
    ///   - expiry: Until when it must be remembered, in UNIX seconds.
    ///   - now: The time, in UNIX seconds; what expired before may be forgotten.
    /// - Returns: What the store knew of it.
    /// - Throws: When the store cannot be used; the push is then opened, and says that it was not checked.
    func remember(
        _ envelope: [UInt8],
        request: String?,
        until expiry: UInt32,
        now: UInt32
    ) throws -> ReplayVerdict
}

/// What a replay store knew of an envelope.
public enum ReplayVerdict: Sendable, Hashable {
    /// It was not known and is now.
    case first
    /// It is known from the same notification request: the system calls twice, and gets the same result twice.
    case sameRequest
    /// It is known from elsewhere.
    case replayed
}
