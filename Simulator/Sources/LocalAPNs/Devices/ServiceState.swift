public import Foundation
import PushPayload
import Synchronization

/// The state of a service that outlives a restart: device tokens, stored pushes and channels, as JSON.
struct ServiceState: Codable {
    var devices: [String: Device]
    var channels: [String: BroadcastChannel]
}

extension PushService {
    /// The device tokens with their state, the stored pushes and the channels, as JSON for `restore(_:)`.
    ///
    /// - Throws: an error of the encoder.
    public func encodedState() throws -> Data {
        let state = state.withLock { ServiceState(devices: $0.devices, channels: $0.channels) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(state)
    }

    /// Replaces the device tokens, the stored pushes and the channels by those of an earlier service.
    ///
    /// Later pushes have higher numbers than the stored ones.
    ///
    /// - Throws: `DecodingError` if the data is not of `encodedState()`.
    public func restore(_ data: Data) throws {
        let saved = try JSONDecoder().decode(ServiceState.self, from: data)
        state.withLock { state in
            state.devices = saved.devices
            state.channels = saved.channels
            state.acceptedCount = saved.devices.values.flatMap(\.waiting).map(\.number).max() ?? 0
        }
    }
}

extension Device: Codable {
    private enum CodingKeys: CodingKey { case bundleID, environment, validity, isOnline, stored, delayed }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        bundleID = try values.decode(String.self, forKey: .bundleID)
        environment = try values.decode(ServiceEnvironment.self, forKey: .environment)
        validity = try values.decode(Validity.self, forKey: .validity)
        isOnline = try values.decode(Bool.self, forKey: .isOnline)
        for push in try values.decode([AcceptedPush].self, forKey: .stored) { stored[push.channel] = push }
        delayed = try values.decode([AcceptedPush].self, forKey: .delayed)
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(bundleID, forKey: .bundleID)
        try values.encode(environment, forKey: .environment)
        try values.encode(validity, forKey: .validity)
        try values.encode(isOnline, forKey: .isOnline)
        try values.encode(Array(stored.values), forKey: .stored)
        try values.encode(delayed, forKey: .delayed)
    }
}

extension AcceptedPush: Codable {
    private enum CodingKeys: CodingKey {
        case number, id, token, topic, pushType, priority, expiration, collapseID, acceptedAt, headers, body, channel
    }

    /// Reads a push that a service has stored.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        number = try values.decode(Int.self, forKey: .number)
        id = try values.decode(String.self, forKey: .id)
        token = try values.decode(String.self, forKey: .token)
        topic = try values.decode(String.self, forKey: .topic)
        pushType = PushType(rawValue: try values.decode(String.self, forKey: .pushType))
        priority = try values.decode(Int.self, forKey: .priority)
        expiration = try values.decodeIfPresent(Int64.self, forKey: .expiration)
        collapseID = try values.decodeIfPresent(String.self, forKey: .collapseID)
        acceptedAt = try values.decode(Int64.self, forKey: .acceptedAt)
        headers = try values.decode([[String]].self, forKey: .headers).compactMap { field in
            field.count == 2 ? (name: field[0], value: field[1]) : nil
        }
        body = Array(try values.decode(Data.self, forKey: .body))
        channel = try values.decodeIfPresent(String.self, forKey: .channel)
    }

    /// Writes the push, with its body as base64.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(number, forKey: .number)
        try values.encode(id, forKey: .id)
        try values.encode(token, forKey: .token)
        try values.encode(topic, forKey: .topic)
        try values.encode(pushType.rawValue, forKey: .pushType)
        try values.encode(priority, forKey: .priority)
        try values.encodeIfPresent(expiration, forKey: .expiration)
        try values.encodeIfPresent(collapseID, forKey: .collapseID)
        try values.encode(acceptedAt, forKey: .acceptedAt)
        try values.encode(headers.map { [$0.name, $0.value] }, forKey: .headers)
        try values.encode(Data(body), forKey: .body)
        try values.encodeIfPresent(channel, forKey: .channel)
    }
}
