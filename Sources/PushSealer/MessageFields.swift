import SealedEnvelope

/// The fields that precede the content of every message of a push (wire format §3).
struct MessageFields {
    /// The time of sealing, in UNIX seconds.
    let issuedAt: UInt32
    /// The last second in which the message may be opened, in UNIX seconds.
    let expiresAt: UInt32?
    /// The number that the provider counts.
    let sequence: UInt64?

    /// - Throws: ``SealError`` with `invalidExpiry` for an expiry beyond 32 bits of seconds.
    init(issuedAt: UInt32, expiresIn: UInt32?, sequence: UInt64?) throws(SealError) {
        self.issuedAt = issuedAt
        self.sequence = sequence
        guard let expiresIn else {
            expiresAt = nil
            return
        }
        let (expiry, overflow) = issuedAt.addingReportingOverflow(expiresIn)
        guard !overflow else {
            throw SealError(.invalidExpiry, "the expiry is later than 32 bits of UNIX seconds can state")
        }
        expiresAt = expiry
    }

    init(issuedAt: UInt32, options: SealOptions) throws(SealError) {
        try self.init(issuedAt: issuedAt, expiresIn: options.expiresIn, sequence: options.sequence)
    }

    /// The size of the fields in bytes.
    var byteCount: Int {
        Message.fieldByteCount(expires: expiresAt != nil, counts: sequence != nil)
    }

    /// Returns the message with a content.
    func message(of content: [UInt8]) -> Message {
        Message(issuedAt: issuedAt, expiresAt: expiresAt, sequence: sequence, content: content)
    }
}
