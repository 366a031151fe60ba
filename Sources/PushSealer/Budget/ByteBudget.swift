public import PushPayload
public import SealedEnvelope
import StrictJSON

/// Where the bytes of a push go, and how many are left, before it is sealed and without any key.
public struct ByteBudget: Sendable, Hashable {
    /// The push type, said or derived.
    public let pushType: PushType
    /// How the push would be sealed.
    public let suite: SealingSuite
    /// The most bytes of body that APNs takes.
    public let limit: Int
    /// The bytes of the visible part with the envelope's key, its quotation marks, and the braces.
    public let visibleByteCount: Int
    /// The bytes of the sealed content, an overlay in its shortest JSON.
    public let contentByteCount: Int
    /// The bytes of the message beside the content: flags, times, sequence, digest, and the least padding.
    public let messageOverhead: Int
    /// The bytes of the envelope beside the message, before base64url makes four characters of three bytes.
    public let envelopeOverhead: Int
    /// The bytes of body that the push has with the padding asked for; without any where it does not fit.
    public let bodyByteCount: Int
    /// How many more bytes of sealed content fit, to the byte; negative by how many must go.
    ///
    /// Padding takes none of them, since it ends at the limit. A byte is one of JSON text: `"`, `\` and line feeds
    /// count two, other control characters six.
    public let bytesLeft: Int

    /// Whether the push can be sealed.
    public var fits: Bool { bytesLeft >= 0 }

    /// Plans a push.
    ///
    /// - Throws: ``SealError`` as ``Sealer/seal(_:to:placeholder:options:)`` would, but for `tooLarge` and what needs
    ///   keys or headers.
    public init(
        of payload: Payload, suite: SealingSuite, placeholder: Placeholder = .standard,
        options: SealOptions = SealOptions()
    ) throws(SealError) {
        let plan = try SealPlan(of: payload, placeholder: placeholder, options: options, suite: suite, issuedAt: 0)
        let least = plan.message.byteCount + 1
        pushType = plan.pushType
        self.suite = suite
        limit = plan.capacity.limit
        visibleByteCount = plan.body.byteCount
        contentByteCount = plan.message.overlayByteCount
        messageOverhead = least - plan.message.overlayByteCount
        envelopeOverhead = suite.overhead
        bytesLeft = plan.bytesLeft
        let padded = options.padding.paddedByteCount(
            of: plan.message.byteCount, capacity: plan.capacity.messageByteCount)
        bodyByteCount = plan.capacity.bodyByteCount(messageByteCount: padded ?? least)
    }
}
