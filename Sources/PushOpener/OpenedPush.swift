public import KeyManagement
public import PushPayload
public import SealedEnvelope

/// A push that was opened and passed every check.
public struct OpenedPush: Sendable {
    /// What is known of the part that travelled in the clear.
    public enum VisiblePart: Sendable, Hashable {
        /// It is what the provider sent.
        case verified
        /// Someone changed it; nothing of it is in the payload.
        case changed
        /// The provider did not protect it; it is in the payload as it came.
        case unprotected
    }

    /// The payload that the provider meant.
    public let payload: Payload
    /// How it was sealed.
    public let suite: SealingSuite
    /// The id of the device's or shared key that opened it.
    public let recipient: KeyID
    /// The id of the provider key that sealed it, in suite 1.
    public let sender: KeyID?
    /// When it was sealed, in UNIX seconds.
    public let issuedAt: UInt32
    /// Until when it may be opened, in UNIX seconds.
    public let expiresAt: UInt32?
    /// Its number, if the provider counts.
    public let sequence: UInt64?
    /// What is known of the part that travelled in the clear.
    public let visiblePart: VisiblePart
    /// Whether a replay store has seen it; false without one, and when the store failed.
    public let isReplayChecked: Bool
}
