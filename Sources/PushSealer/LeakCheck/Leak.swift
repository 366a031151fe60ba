/// A text that was sealed and also stands in the clear.
public struct Leak: Sendable, Hashable {
    /// The JSON pointer (RFC 6901) of the text in the payload that was to be sealed.
    public let sealedAt: String
    /// Where it stands in the clear: the JSON pointer of the value in the visible part, or the name of the header.
    public let visibleAt: String
}
