public import PushPayload
public import SealedEnvelope

/// What goes to Apple Push Notification service.
public struct SealedPush: Sendable {
    /// The exact bytes to POST, never above the limit of the push type.
    public let body: [UInt8]
    /// The header fields that go with them; topic, push type, priority and expiration are set.
    public let headers: PushHeaders
    /// How many more bytes the sealed content could have had.
    public let bytesLeft: Int
    /// How it is sealed.
    public let suite: SealingSuite
    /// What was done to the payload so that it fits, in order; empty unless ``SealOptions/overflow`` says that something
    /// may be.
    public let changes: [OverflowChange]
}
