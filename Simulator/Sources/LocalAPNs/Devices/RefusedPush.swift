/// A request that the service answered with a status other than 200.
public struct RefusedPush: Sendable {
    /// The value of `apns-id` in the answer; for a request about a channel, that of `apns-request-id`.
    public let id: String
    /// The device token of the path, in lower case; nil if the path names no device.
    ///
    /// It may be one that the service never issued.
    public let token: String?
    /// The value of `apns-topic`; for a request about a channel, the bundle id of the path.
    public let topic: String?
    /// The HTTP status.
    public let status: Int
    /// The reason of Apple's table.
    public let reason: Reason
    /// The cause in words, if the reason alone does not state it: the defect of a provider token.
    public let cause: String?
    /// Whether a fault was injected, so that the request was not checked.
    public let isFault: Bool
    /// The time of the answer, in milliseconds since 1970.
    public let time: Int64
    /// The request without the provider token.
    public let request: PushRequest
}
