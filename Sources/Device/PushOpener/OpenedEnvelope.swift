public import KeyManagement
public import Platform
public import PushPayload
public import SealedEnvelope
public import StrictJSON

/// An envelope that was opened and passed every check.
public struct OpenedEnvelope: Sendable {
    /// The JSON object that the provider sealed.
    public let content: JSONObject
    /// The suite of the envelope.
    public let suite: SealingSuite
    /// The whole thumbprint of the device key or shared key that opened it.
    public let recipient: Thumbprint
    /// The whole thumbprint of the provider key that sealed it, in suites 1 and 5.
    public let sender: Thumbprint?
    /// The time of sealing, to the second.
    public let issuedAt: Date
    /// The last second in which it may be opened.
    public let expiresAt: Date
    /// The number that the provider gave it, if the provider counts.
    public let sequence: UInt64?
    /// The check of a replay store.
    public let replayCheck: ReplayCheck
    /// Whether the chains of the device could not be moved forward after this envelope, so that its day opens longer; never in another suite
    /// than 5.
    public let chainNotAdvanced: Bool

    /// What ``chainNotAdvanced`` means, for people.
    package static let chainProblem =
        "the chains of the device could not be moved forward, so the day of this push opens longer"
}

/// A push that was opened and passed every check.
public struct OpenedPush: Sendable {
    /// The payload that the provider sealed.
    ///
    /// For a Live Activity, the push with each opened content in place of its envelope.
    public let payload: Payload
    /// The opened envelope; for a Live Activity, the one in `content-state`.
    public let envelope: OpenedEnvelope
}
