public import PushPayload
public import SealedEnvelope

/// A push as it is sent to Apple Push Notification service.
public struct SealedPush: Sendable {
    /// The exact bytes to POST, never above the limit of the push type.
    public let body: [UInt8]
    /// The header fields that go with them; topic, push type, priority and expiration are set.
    public let headers: PushHeaders
    /// The number of bytes by which the sealed content, or either object of a Live Activity, could have been larger.
    public let bytesLeft: Int
    /// The suite of its envelopes.
    public let suite: SealingSuite
    /// The changes that ``SealOptions/overflow`` made to the payload so that it fits, in order.
    public let changes: [OverflowChange]
}

/// A change that was made to a payload so that it fits.
public struct OverflowChange: Sendable, Hashable {
    /// The step that was taken.
    public let step: OverflowStep
    /// The bytes of the payload's shortest JSON before the step.
    public let byteCountBefore: Int
    /// The bytes of the payload's shortest JSON after the step.
    public let byteCountAfter: Int
}
