import PushPayload
import SealedEnvelope
import StrictJSON

/// A push before it is sealed: what travels in the clear, the message, and the room for it.
struct SealPlan: ~Copyable {
    let pushType: PushType
    let visible: VisiblePart
    /// Until when it may be opened, in UNIX seconds.
    let expiresAt: UInt32?
    /// What is sealed, but for its padding.
    var message: MessageText
    /// Whether one of the texts that are sealed may also stand in the clear.
    let mayLeak: Bool
    let body: SealedBody
    let capacity: PushCapacity

    init(
        of payload: borrowing Payload, placeholder: borrowing Placeholder, options: borrowing SealOptions,
        suite: SealingSuite, issuedAt: UInt32
    ) throws(SealError) {
        let aps = payload.root.place(of: "aps")
        let pushType = try options.checkedPushType(for: payload, apsAt: aps)
        try options.check()
        guard !payload.root.contains(options.envelopeKey) else {
            throw SealError(.invalidEnvelopeKey, "the payload has a member of its own named \(options.envelopeKey)")
        }
        try payload.root.requireReadableDepth(named: "payload")
        if payload.root.holdsNull, let pointer = payload.root.pointerToNull {
            throw SealError(.invalidPayload, "the payload holds a null at \(pointer), which no payload may carry")
        }
        let visible = try VisiblePart(
            of: payload, apsAt: aps, pushType: pushType, placeholder: placeholder, paths: options.visible)
        let digest = options.protectsVisiblePart ? try visible.digest() : nil
        let expiresAt = try options.expiry(from: issuedAt)
        var message = MessageText(
            for: suite, issuedAt: issuedAt, expiresAt: expiresAt, sequence: options.sequence, outerDigest: digest,
            capacity: visible.target.serializedByteCount + Self.usualPaddingByteCount)
        let texts = visible.clear.texts.adding(options.collapseID, options.id)
        mayLeak = message.writeOverlay { text in visible.writeOverlay(to: &text, comparing: texts) }
        self.pushType = pushType
        self.expiresAt = expiresAt
        self.message = message
        body = SealedBody(visible: visible.clear.json, envelopeKey: options.envelopeKey)
        capacity = PushCapacity(
            visibleByteCount: body.byteCount, limit: pushType.maximumByteCount, suite: suite)
        self.visible = visible
    }

    /// The room for the names that an overlay removes, and for the padding that most pushes have.
    private static let usualPaddingByteCount = 128

    /// How many more bytes the sealed content may have; negative when it has too many.
    var bytesLeft: Int {
        capacity.messageByteCount - message.byteCount - 1
    }

    /// By how many bytes the body, with the least padding, is above the limit; 0 when it fits.
    var excessByteCount: Int {
        bytesLeft >= 0 ? 0 : leastByteCount - capacity.limit
    }

    /// The size of the body with the least padding.
    var leastByteCount: Int {
        capacity.bodyByteCount(messageByteCount: message.byteCount + 1)
    }

    /// The error of a push that is too large.
    var tooLarge: SealError {
        SealError(
            .tooLarge,
            """
            the sealed push has \(leastByteCount) bytes, \(excessByteCount) more than the \(capacity.limit) \
            that push type \(pushType.rawValue) allows
            """,
            excessByteCount: excessByteCount)
    }
}
