/// A sealed text that also stands in the clear.
public struct Leak: Sendable, Hashable {
    /// The JSON pointer (RFC 6901) of the text in the payload that is sealed.
    public let sealedAt: String
    /// The JSON pointer of the value in the visible part, or the name of the header.
    public let visibleAt: String
}
