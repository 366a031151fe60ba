public import PushPayload

/// A push that the service has accepted.
public struct AcceptedPush: Sendable {
    /// Its number in the order of acceptance, from 1; unlike `id` never twice.
    public let number: Int
    /// The value of `apns-id`.
    public let id: String
    /// The device token, hex in lower case.
    public let token: String
    /// The topic as it came, with its suffix.
    public let topic: String
    /// The push type, as it came or as the topic's suffix or the payload tells.
    public let pushType: PushType
    /// The priority: 10, 5 or 1.
    public let priority: Int
    /// The value of `apns-expiration`, in seconds since 1970; nil if there was none.
    public let expiration: Int64?
    /// The value of `apns-collapse-id`.
    public let collapseID: String?
    /// When it was accepted, in milliseconds since 1970.
    public let acceptedAt: Int64
    /// The header fields that the service saw, but for the provider token.
    public let headers: [(name: String, value: String)]
    /// The body, byte for byte.
    public let body: [UInt8]
}

/// What became of an accepted push.
public enum PushFate: Sendable, Hashable {
    /// The device was online and has it.
    case delivered
    /// The device is offline, and the push waits for it.
    case stored
    /// The push waited, and a newer one took its place; Apple stores one for each app on a device.
    case replaced
    /// The push waited, and its time ran out.
    case expired
    /// The device is offline, and the push was not to be stored.
    case dropped
}
