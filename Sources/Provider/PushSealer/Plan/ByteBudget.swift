public import PushPayload
public import SealedEnvelope
import StrictJSON

/// The size of each part of a push and the number of bytes left, without sealing it and without any key.
public struct ByteBudget: Sendable, Hashable {
    /// The push type, from the options or derived from the payload.
    public let pushType: PushType
    /// The suite that the sizes are for.
    public let suite: SealingSuite
    /// The most bytes of body that APNs accepts.
    public let limit: Int
    /// The bytes of the body with an empty string as each envelope.
    public let visibleByteCount: Int
    /// The bytes of the sealed content in its shortest JSON.
    public let contentByteCount: Int
    /// The bytes of the message beside the content: flags, times, sequence, and the least padding.
    public let messageOverhead: Int
    /// The bytes of the envelope beside the message, before base64url makes four characters of three bytes.
    public let envelopeOverhead: Int
    /// The bytes of body with the padding of the options; with the least padding if the push does not fit.
    public let bodyByteCount: Int
    /// The number of bytes by which the sealed content may grow; negative when it is too large.
    ///
    /// Of a Live Activity with attributes, either object may grow by so many bytes; one of them may have up to two more.
    ///
    /// Padding ends at the limit and uses none of them. A byte is one of JSON text: `"`, `\` and line feeds count two,
    /// other control characters six.
    public let bytesLeft: Int

    /// Whether the push fits.
    public var fits: Bool { bytesLeft >= 0 }

    /// Computes the sizes of a push.
    ///
    /// - Throws: ``SealError`` as ``Sealer/seal(_:to:placeholder:options:)-(_,Recipient,_,_)`` would, but for `tooLarge` and what
    ///   needs keys or headers.
    public init(
        of payload: Payload, suite: SealingSuite, placeholder: Placeholder = .standard,
        options: SealOptions = SealOptions()
    ) throws(SealError) {
        try options.check()
        let plan = try SealPlan(of: payload, placeholder: placeholder, options: options, suite: suite)
        pushType = plan.pushType
        self.suite = suite
        limit = plan.limit
        visibleByteCount = plan.visibleByteCount
        contentByteCount = plan.parts.reduce(0) { $0 + $1.content.count }
        messageOverhead = plan.parts.count * (plan.fieldByteCount + 1)
        envelopeOverhead = plan.parts.count * suite.overhead
        bytesLeft = plan.bytesLeft
        let sizes = plan.messageByteCounts ?? plan.leastMessageByteCounts
        bodyByteCount = plan.bodyByteCount(messageByteCounts: sizes)
    }
}
