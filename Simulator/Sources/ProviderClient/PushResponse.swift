import PushPayload

/// The service's response to a push.
public struct PushResponse: Sendable, Hashable {
    /// The HTTP status; 200 for an accepted push.
    public let status: Int
    /// Whether the status is 2xx.
    public var isAccepted: Bool { (200..<300).contains(status) }
    /// The value of `apns-id`, or of `apns-request-id` for a request about a channel.
    public let id: String?
    /// The value of `apns-unique-id`, which the development environment sends.
    public let uniqueID: String?
    /// The reason of a refusal; nil if the request was accepted, or if the body has no JSON with a reason.
    public let reason: String?
    /// For status 410, the time at which the device token became invalid, in milliseconds since 1970.
    public let timestamp: Int?

    /// The value of `apns-channel-id`, for a new channel.
    public let channelID: String?
    /// The identifiers of an app's channels, if they were asked for.
    public let channels: [String]

    init(status: Int, id: String?, uniqueID: String?, channelID: String?, body: [UInt8]) {
        self.status = status
        self.id = id
        self.uniqueID = uniqueID
        self.channelID = channelID
        let object = try? JSONValue(parsing: body).objectValue
        reason = object?["reason"]?.stringValue
        channels = object?["channels"]?.arrayValue?.compactMap(\.stringValue) ?? []
        timestamp = object?["timestamp"]?.numberValue?.int
    }
}
