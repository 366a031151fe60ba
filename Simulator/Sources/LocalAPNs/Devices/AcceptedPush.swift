import Foundation
public import PushPayload

/// A push that the service has accepted.
public struct AcceptedPush: Sendable, Codable {
    /// The number of the push in the order of acceptance, from 1.
    ///
    /// It is unique among the pushes of a run and the stored ones of earlier runs; `id` may be repeated by a provider.
    public let number: Int
    /// The value of `apns-id`; of a broadcast, that of `apns-request-id`.
    public let id: String
    /// The device token, in lower-case hexadecimal; of a broadcast, that of one subscriber.
    public let token: String
    /// The topic of the request, with its suffix; of a broadcast, the bundle id with the suffix of Live Activities.
    public let topic: String
    /// The push type of the request; if it has none, the one derived from the topic's suffix or the payload.
    public let pushType: PushType
    /// The priority: 10, 5 or 1.
    public let priority: Int
    /// The value of `apns-expiration`, in seconds since 1970; nil if the request has none.
    public let expiration: Int64?
    /// The value of `apns-collapse-id`.
    public let collapseID: String?
    /// The time of acceptance, in milliseconds since 1970.
    public let acceptedAt: Int64
    /// The name and the value of each header field.
    let fields: [[String]]
    let content: Data
    /// The identifier of the channel of a broadcast; nil for a push to a device.
    public internal(set) var channel: String?

    private enum CodingKeys: String, CodingKey {
        case number, id, token, topic, pushType, priority, expiration, collapseID, acceptedAt, channel
        case fields = "headers"
        case content = "body"
    }

    /// The header fields of the request, without the provider token.
    public var headers: [(name: String, value: String)] {
        fields.compactMap { $0.count == 2 ? (name: $0[0], value: $0[1]) : nil }
    }

    /// The body, byte for byte.
    public var body: [UInt8] { Array(content) }
}

/// A push type is its name in the state of a service.
extension PushType: @retroactive Codable {}

/// The delivery status of an accepted push.
public enum PushStatus: String, Sendable {
    /// The device was online and received the push.
    case delivered
    /// The device is offline, and the service stores the push.
    case stored
    /// The device is online, and the push of a low priority waits for `ServicePolicy.lowPriorityDelay`.
    case delayed
    /// A newer push replaced the stored one; Apple stores one push for each app on a device.
    case replaced
    /// The stored push reached its expiration.
    case expired
    /// The device is offline, and the expiration of the push allows no storage, or its token became invalid.
    case dropped
}
